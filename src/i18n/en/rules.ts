/** A visitor's mistakes, by the contracts' codes. A field's sentence has no full stop. `{max}`: see `ruleIn`. */
export const rules = {
  name: 'Please enter your name',
  phoneCharacters: 'Please enter a valid phone number',
  phoneAbroad: 'Please check the number. If it is from abroad, begin it with + and the code of the country',
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
  tooLong: 'Please use at most {max} characters',
  object: 'Please send a JSON object',
  instant: 'Please send the time as an ISO 8601 instant in UTC',
  id: 'Please send the id of your request',
  time: 'Please choose a time',
  change: 'Please choose a time, or cancel the visit',
  other: 'Invalid input',
} as const;

/**
 * `callFirst` stands above the times; `phone` is the visitor's. `notServed` stands in their place with ours, and the API
 * refuses a booking with the same sentence.
 */
export const zipAreas = {
  callFirst: ({ zipCode, phone }: { readonly zipCode: string; readonly phone?: string | undefined }) =>
    `You may book. We ${phone ? 'call' : 'write to'} you first to confirm, since we do not always come to ${zipCode}.`,
  notServed: ({ zipCode, phone }: { readonly zipCode: string; readonly phone: string }) =>
    `${zipCode} is outside the area that we visit: please call ${phone} or ask for a callback, and we will see what we can do.`,
};
