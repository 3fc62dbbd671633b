interface Asked {
  readonly zipCode: string;
  readonly phone: string;
}

/** Why no time is offered at a ZIP code. The dialog and the API say the same. */
export const zipAreas = {
  callFirst: ({ zipCode, phone }: Asked) =>
    `For a visit in ${zipCode}, please call us first at ${phone}, or ask for a callback.`,
  notServed: ({ zipCode, phone }: Asked) =>
    `${zipCode} is outside the area that we visit: please call ${phone} or ask for a callback, and we will see what we can do.`,
};
