interface Asked {
  readonly zipCode: string;
  readonly phone: string;
}

/** Above the times of a ZIP code where visitors are asked to call, and in place of the times where we do not come. The API says the second too. */
export const zipAreas = {
  callFirst: ({ zipCode, phone }: Asked) =>
    `For a visit in ${zipCode}, please call us first at ${phone}, or ask for a callback.`,
  notServed: ({ zipCode, phone }: Asked) =>
    `${zipCode} is outside the area that we visit: please call ${phone} or ask for a callback, and we will see what we can do.`,
};
