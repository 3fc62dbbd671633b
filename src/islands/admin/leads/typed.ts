import { useStore } from '@nanostores/react';
import { map } from 'nanostores';
import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { ReadOnly } from '#islands/ui/resource.ts';

/** `seen`: the lead's fields of the same names when the owner began to type there. */
const Entry = z.object({ seen: z.record(z.string(), z.unknown()), mine: z.record(z.string(), z.string()) });
type Entry = z.infer<typeof Entry>;
export const KeptTyped = z.record(z.string(), Entry);

type Typed = ReturnType<typeof createTyped>;

/** The name under which the open form of an entry is kept. */
const FORM = 'form';

/** What the owner has typed into forms and not saved yet, as typed, by a key of the form and the field's name. */
export function createTyped() {
  const $typed = map<Readonly<Record<string, Entry>>>({});

  function put(key: string, { seen, mine }: Entry): void {
    const { [key]: _, ...others } = $typed.get();
    $typed.set(Object.keys(mine).length > 0 ? { ...others, [key]: { seen, mine } } : others);
  }

  /** Forgets the fields that are named, or all of the key. */
  function forget(key: string, names?: readonly string[]): void {
    const { seen = {}, mine = {} } = $typed.get()[key] ?? {};
    const isKept = ([name]: [string, unknown]) => names !== undefined && !names.includes(name);
    const kept = (fields: object) => Object.fromEntries(Object.entries(fields).filter(isKept));
    put(key, { seen: kept(seen), mine: kept(mine) });
  }

  return {
    $typed,
    forget,
    type(key: string, lead: AdminLead, name: string, text: string): void {
      const { seen = {}, mine = {} } = $typed.get()[key] ?? {};
      const present = lead[name as keyof AdminLead] ?? null;
      put(key, { seen: { [name]: present, ...seen }, mine: { ...mine, [name]: text } });
    },
    /** What is sent now. The answer forgets the named fields, but what was typed meanwhile. */
    sent(key: string): (names: readonly string[]) => void {
      const { mine: then = {} } = $typed.get()[key] ?? {};
      return (names) =>
        forget(
          key,
          names.filter((name) => $typed.get()[key]?.mine[name] === then[name]),
        );
    },
    /** Of a lead that is gone: its keys begin with its id. */
    drop(id: string): void {
      for (const key of Object.keys($typed.get())) if (key.split(' ')[0] === id) forget(key);
    },
    seen: (key: string) => $typed.get()[key]?.seen ?? {},
    /** For a draft: more than open forms. */
    kept: (): Record<string, Entry> =>
      Object.fromEntries(
        Object.entries($typed.get()).filter(([, { mine }]) => Object.keys(mine).some((name) => name !== FORM)),
      ),
    /** Beside what the owner has typed meanwhile. */
    resume(kept: Record<string, Entry>): void {
      for (const [key, { seen, mine }] of Object.entries(kept)) {
        const meanwhile = $typed.get()[key];
        put(key, { seen: { ...seen, ...meanwhile?.seen }, mine: { ...mine, ...meanwhile?.mine } });
      }
    },
  };
}

/** The typed fields of one key. `field(name, saved)` is a field's value and its change. */
export function useTyped({ $typed, type, forget }: ReadOnly<Typed>, key: string, lead: AdminLead) {
  const mine = useStore($typed)[key]?.mine ?? {};
  return {
    field: (name: string, saved = '') => ({
      value: mine[name] ?? saved,
      onValue: (text: string) => (text === saved ? forget(key, [name]) : type(key, lead, name, text)),
    }),
    form: mine[FORM] ?? '',
    /** Opens a form in place of the open one; an open one closes, and what was typed there goes. */
    toggle: (form: string) => (form === mine[FORM] ? forget(key) : type(key, lead, FORM, form)),
  };
}
