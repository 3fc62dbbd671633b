import type {
  PublicKeyCredentialCreationOptionsJSON as Made,
  PublicKeyCredentialRequestOptionsJSON as Asked,
} from '@simplewebauthn/browser';
import type * as z from 'zod/mini';
import type { PasskeyAnswer, PasskeyOptions } from '#contracts/auth';

/** No passkey came: the person has closed the browser's question, or this device has none. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

type Ask = (options: z.infer<typeof PasskeyOptions>) => Promise<PasskeyAnswer['passkey']>;

/** This browser's passkeys: makes one, or signs in by one. Both ask the person, and reject with `NoPasskey`. */
export interface Passkeys {
  readonly make: Ask;
  readonly sign: Ask;
}

/** The library loads with the first press. The server has made the options for it. */
const library = () => import('@simplewebauthn/browser');
const lacking = (cause: unknown) => Promise.reject(new NoPasskey('none', { cause }));

export const browserPasskeys: Passkeys = {
  make: async (options) =>
    await library()
      .then(({ startRegistration }) => startRegistration({ optionsJSON: options as object as Made }))
      .then((made) => ({ ...made }), lacking),
  sign: async (options) =>
    await library()
      .then(({ startAuthentication }) => startAuthentication({ optionsJSON: options as object as Asked }))
      .then((signed) => ({ ...signed }), lacking),
};

export const canHavePasskeys = () => 'PublicKeyCredential' in window;
