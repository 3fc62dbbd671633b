/** What a failed text means for the owner, by Twilio's code (https://www.twilio.com/docs/api/errors). */
const failures: Readonly<Record<string, string>> = {
  '21610': 'They have stopped texts from you. They begin again only by texting START to your number.',
  '21211': 'This is no phone number. Correct it on the lead.',
  '21614': 'This number takes no texts: it may be a landline. Call, or write a mail.',
  '21408': 'Your provider’s account may not text to this country. Allow it there.',
  '30003': 'The phone is off or out of reach. Try again later, or call.',
  '30004': 'The phone or its carrier blocks texts. Call, or write a mail.',
  '30005': 'The number is not in use. Correct it on the lead.',
  '30006': 'This number takes no texts: it may be a landline. Call, or write a mail.',
  '30007': 'The carrier took it for spam. Shorter words without links may arrive; or call.',
  '30008': 'The carrier did not say why. Try again later, or call.',
  '30034': 'Your sender is not registered. Register it with the provider: until then carriers refuse its texts.',
};

/** Why a text did not arrive, and what the owner can do. */
export const textFailure = (code = ''): string =>
  failures[code] ?? `The provider refused it${code ? ` (${code})` : ''}. Call, or write a mail.`;
