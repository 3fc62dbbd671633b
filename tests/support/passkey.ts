import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

interface Options {
  readonly challenge: string;
}
interface Page {
  readonly origin?: string;
  /** The person has shown a finger, a face or a PIN. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** A passkey as a phone makes it (WebAuthn 3, 6.1 and 6.5): one key of P-256, without an attestation. */
export class TestPasskey {
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = text(randomBytes(16));
  readonly #home: string;

  constructor(origin = 'http://localhost:8888') {
    this.#home = origin;
  }

  /** What `navigator.credentials.create` gives the page. */
  made({ challenge }: Options, page: Page = {}) {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const point = [x, y].map((part) => Buffer.from(part, 'base64url'));
    // CBOR (RFC 8949) of a COSE key (RFC 9053, 7.1.1): EC2, ES256, P-256, x and y.
    const cose = [hex('a5010203262001215820'), point[0], hex('225820'), point[1]] as Buffer[];
    const id = Buffer.from(this.id, 'base64url');
    const data = Buffer.concat([this.#data(0x41, page), Buffer.alloc(16), hex('0010'), id, ...cose]);
    const head = [hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'), Buffer.from([data.length])];
    const response = { attestationObject: text(Buffer.concat([...head, data])), transports: ['internal'] };
    return this.#credential({ ...response, clientDataJSON: this.#client('create', challenge, page) });
  }

  /** What `navigator.credentials.get` gives the page. */
  signed({ challenge }: Options, page: Page = {}) {
    const data = this.#data(0x01, page);
    const clientDataJSON = this.#client('get', challenge, page);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = text(createSign('sha256').update(signed).sign(this.#key.privateKey));
    return this.#credential({ clientDataJSON, authenticatorData: text(data), signature });
  }

  #client(what: 'create' | 'get', challenge: string, { origin = this.#home }: Page): string {
    return text(Buffer.from(JSON.stringify({ type: `webauthn.${what}`, challenge, origin, crossOrigin: false })));
  }

  #data(flags: number, { origin = this.#home, isVerified = true, counter = 0 }: Page): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags + (isVerified ? 4 : 0)]), count]);
  }

  #credential<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, response, clientExtensionResults: {} };
  }
}

const hex = (digits: string) => Buffer.from(digits, 'hex');
