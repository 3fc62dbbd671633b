import { cities, cityList, services } from '#contracts/consultation';

const codesOf = ({ zipCodes = [] }: (typeof cityList)[number]) => zipCodes.join();
/** The place of the dealer at hand that has the fewest ZIP codes. */
const [place] = cityList
  .filter((city) => codesOf(city) !== '')
  .toSorted((one, other) => codesOf(one).length - codesOf(other).length);

/** The dialog's request with all required fields. */
export const consultation = {
  name: 'Elise Romero',
  phone: '(407) 555-0188',
  email: 'elise.romero@example.com',
  zipCode: place ? codesOf(place).slice(0, 5) : '62701',
  city: place?.name ?? cities[0] ?? '',
  serviceInterest: services[0] ?? '',
  preferredContact: 'text',
};

let visitors = 0;

/** Another person each time: one may have three visits at most. */
export function newVisitor(): typeof consultation {
  visitors += 1;
  const number = String(Math.floor(process.pid % 1000) * 10_000 + visitors).padStart(7, '0');
  return {
    ...consultation,
    phone: `(407) ${number.slice(0, 3)}-${number.slice(3)}`,
    email: `elise.${number}@example.com`,
  };
}

/** Posts JSON as the dialog does; `null` for a cut connection. */
export async function send(
  url: string,
  body: unknown,
  key: string = crypto.randomUUID(),
): Promise<{ status: number; id?: string; error?: string } | null> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return null;
  }
}
