/**
 * Headers of every answer that is not a file of the built site. `netlify.toml` covers files only, so its headers are
 * repeated here, and two of them are stricter. An answer with another need, such as a page, overrides its own.
 */
export const protection = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
