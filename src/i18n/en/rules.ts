/** A visitor's mistakes, by the contracts' codes. A field's sentence has no full stop. */
export const rules = {
  name: 'Please enter your name',
  phoneCharacters: 'Please enter a valid phone number',
  phoneAbroad: 'For a number outside the US and Canada, please write 011 instead of the +',
  phoneLength: 'Phone number must be at least 10 digits',
  email: 'Please enter a valid email',
  zipCode: 'Please enter a valid ZIP code',
  reachable: 'Please provide either a valid phone or email',
  textsPhone: 'For texts we need your mobile number',
  city: 'Please select your city',
  service: 'Please select a service',
  contact: 'Please select contact method',
  language: 'Please select English or Spanish',
  company: 'Please leave the company empty',
  text: 'Please enter text',
  tooLong: (max: number | bigint) => `Please use at most ${max} characters`,
  object: 'Please send a JSON object',
  instant: 'Please send the time as an ISO 8601 instant in UTC',
  id: 'Please send the id of your request',
  time: 'Please choose a time',
  change: 'Please choose a time, or cancel the visit',
  other: 'Invalid input',
};

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
