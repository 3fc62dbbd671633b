import { SignJWT, UnsecuredJWT } from 'jose';

/** Tokens that open no session, by what is wrong with them, also for somebody who knows the site's secret. */
export function forgedSessions(
  secret: string,
  uploadGrant: () => Promise<string>,
): Record<string, () => Promise<string> | string> {
  const key = new TextEncoder().encode(secret);
  const claims = () => new SignJWT({ jti: crypto.randomUUID() }).setAudience('admin').setIssuedAt();
  const inAnHour = () => claims().setExpirationTime('1h');
  return {
    'no token': () => '',
    rubbish: () => 'a.b.c',
    'signed with another key': () =>
      inAnHour()
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(40))),
    'signed with another algorithm': () => inAnHour().setProtectedHeader({ alg: 'HS512' }).sign(key),
    'not signed at all (alg none)': () =>
      new UnsecuredJWT({ jti: crypto.randomUUID() }).setAudience('admin').setExpirationTime('1h').encode(),
    expired: () => claims().setExpirationTime('-1s').setProtectedHeader({ alg: 'HS256' }).sign(key),
    'without an end': () => claims().setProtectedHeader({ alg: 'HS256' }).sign(key),
    'made for another purpose': () => inAnHour().setAudience('upload').setProtectedHeader({ alg: 'HS256' }).sign(key),
    'an upload grant': uploadGrant,
    'with its content changed': async () => {
      const whole = await inAnHour().setProtectedHeader({ alg: 'HS256' }).sign(key);
      const [head = '', , signature = ''] = whole.split('.');
      const changed = { aud: 'admin', jti: crypto.randomUUID(), exp: 4_000_000_000 };
      return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    },
  };
}
