import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import type { Conversation } from '#contracts/texts';
import { createResource } from '#islands/ui/resource.ts';
import { asTyped } from '#lib/text-parts';
import { createEdit, keptEdits } from '../edit.ts';
import { type LeadsContext, NEW_LEAD } from './list.ts';

/** As typed. Another text gets another id, so that a repeated send is one text. */
const TypedText = z.object({ id: z.string(), text: z.string() });
type TypedText = z.infer<typeof TypedText>;
export const KeptTexts = keptEdits(TypedText);
const blank: TypedText = { id: '', text: '' };

/** ms. By then an answer has usually gone out. */
const GOES_OUT = 4000;

/** The conversation by text with the open lead, and the answers that are typed, by the lead's id. */
export function createTexts(
  { api, session, wait }: Pick<LeadsContext, 'api' | 'session' | 'wait'>,
  put: (lead: AdminLead) => void,
  randomKey: () => string,
) {
  let open = '';
  const { $known, load, reload, set } = createResource<Conversation>(() => session.call(() => api.texts(open)));
  const edits = createEdit<TypedText, Conversation>({
    send: (id, { mine }) => session.call(() => api.answer(id, { ...mine, text: asTyped(mine.text) })),
    take: (text) => text,
  });

  function type({ id }: Pick<AdminLead, 'id'>, text: string): void {
    if (text) edits.open(id, blank, { id: randomKey(), text });
    else edits.close(id);
  }

  // The text has arrived there, and only the server's answer was lost.
  $known.listen((known) => {
    const edit = edits.of(open);
    if (known.state !== 'ready' || !edit || edit.sending) return;
    if (known.texts.some(({ id }) => id.endsWith(`-${edit.mine.id}`))) edits.close(open);
  });

  return {
    $conversation: $known,
    $typed: edits.$edits,
    kept: edits.kept,
    resume: edits.open,
    drop: edits.close,
    type,
    /** Reads the texts with a lead that is opened. The empty id closes. */
    async load(id: string): Promise<void> {
      const isShown = id === open && $known.get().state === 'ready';
      open = id === NEW_LEAD ? '' : id;
      if (open) await (isShown ? reload() : load());
    },
    /** Reads them again without a loading state. A failure says nothing. */
    renew: async (): Promise<unknown> => open && (await reload()),
    /** Sends the answer. Whatever comes of it, the conversation is then as the server has it. */
    async send({ id }: AdminLead): Promise<void> {
      const { mine, sending } = edits.of(id) ?? {};
      if (!mine?.text.trim() || sending) return;
      const outcome = await edits.save(id);
      const isOpen = open === id;
      if (outcome?.state === 'failed' && isOpen) await reload();
      if (outcome?.state !== 'done') return;
      // What was typed meanwhile is the next one.
      const typed = edits.of(id)?.mine.text ?? '';
      if (typed.startsWith(mine.text)) type({ id }, typed.slice(mine.text.length).trimStart());
      if (isOpen) set(outcome.value);
      void wait(GOES_OUT).then(() => (open === id ? reload() : undefined));
      const answered = await session.call(() => api.one(id));
      if (answered.state === 'done') put(answered.value);
    },
  };
}
