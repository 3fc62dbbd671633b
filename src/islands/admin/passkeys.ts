import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type * as z from 'zod/mini';
import type { NewPasskey, PasskeyOptions, PasskeySignIn } from '#contracts/auth';

type Options = z.infer<typeof PasskeyOptions>;

/** No passkey came: the person has closed the browser's question, or this device has none. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

/** The passkeys of a browser. Both calls ask the person, and reject with `NoPasskey`. */
export interface Passkeys {
  canBeMade(): boolean;
  make(options: Options): Promise<NewPasskey['passkey']>;
  sign(options: Options): Promise<PasskeySignIn['passkey']>;
}

/** The library loads with the first press. The server has made the options for it. */
export const browserPasskeys: Passkeys = {
  canBeMade: () => 'PublicKeyCredential' in window,
  make: (options) =>
    asked(async ({ startRegistration }) => {
      const optionsJSON = options as object as PublicKeyCredentialCreationOptionsJSON;
      return { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} };
    }),
  sign: (options) =>
    asked(async ({ startAuthentication }) => {
      const optionsJSON = options as object as PublicKeyCredentialRequestOptionsJSON;
      return { ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} };
    }),
};

async function asked<T>(ask: (library: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  try {
    return await ask(await import('@simplewebauthn/browser'));
  } catch (cause) {
    throw new NoPasskey('The browser gave no passkey', { cause });
  }
}
