interface Asked {
  readonly zipCode: string;
  readonly phone: string;
}

/**
 * `callFirst` stands above the times. `notServed` stands in their place, and the API refuses a booking with the same
 * sentence.
 */
export const zipAreas = {
  callFirst: ({ zipCode, phone }: Asked) =>
    `For a visit in ${zipCode}, please call us first at ${phone}, or ask for a callback.`,
  notServed: ({ zipCode, phone }: Asked) =>
    `${zipCode} is outside the area that we visit: please call ${phone} or ask for a callback, and we will see what we can do.`,
};
