/**
 * What is wrong with something that a visitor sent, by the codes that the contracts say. A sentence that belongs to a field
 * carries no full stop.
 */
export const rules = {
  name: 'Please enter your name',
  phoneCharacters: 'Please enter a valid phone number',
  phoneLength: 'Phone number must be at least 10 digits',
  email: 'Please enter a valid email',
  zipCode: 'Please enter a valid ZIP code',
  reachable: 'Please provide either a valid phone or email',
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
