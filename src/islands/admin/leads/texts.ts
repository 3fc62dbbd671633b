import type { Conversation } from '#contracts/texts';
import { createResource } from '#islands/ui/resource.ts';
import type { ShownLead } from '#lead/answers';
import { asTyped } from '#lib/text-parts';
import { type Commands, isSending, keyOf } from './commands.ts';
import { type LeadsContext, NEW_LEAD } from './list.ts';

/** ms. By then an answer has usually gone out. */
const GOES_OUT = 4000;

const keyOfAnswer = (id: string) => keyOf('text', { id });

/** The conversation by text with the open lead. Answers are typed by the lead: another text gets another id. */
export function createTexts(
  { api, session, wait, randomKey }: LeadsContext,
  { type, typedIn, forget, post, $presses }: Commands,
  put: (lead: ShownLead) => void,
) {
  let open = '';
  const { $known, load, reload, set } = createResource<Conversation>(() => session.call(() => api.texts(open)));
  const isOnItsWay = (key: string) => isSending($presses.get()[key]);

  function typeAnswer({ id }: Pick<ShownLead, 'id'>, text: string): void {
    const key = keyOfAnswer(id);
    if (text) type(key, { id: randomKey(), text });
    else forget(key);
  }

  // The text has arrived there, and only the server's answer was lost.
  $known.listen((known) => {
    const key = keyOfAnswer(open);
    const { id } = typedIn(key).mine;
    if (known.state !== 'ready' || id === undefined || isOnItsWay(key)) return;
    if (known.texts.some((text) => text.id.endsWith(`-${id}`))) forget(key);
  });

  return {
    $conversation: $known,
    keyOf: keyOfAnswer,
    type: typeAnswer,
    /** Reads the texts with a lead that is opened. The empty id closes. */
    async load(id: string): Promise<void> {
      const isShown = id === open && $known.get().state === 'ready';
      open = id === NEW_LEAD ? '' : id;
      if (open) await (isShown ? reload() : load());
    },
    /** Reads them again without a loading state. A failure says nothing. */
    renew: async (): Promise<unknown> => open && (await reload()),
    /** Sends the answer. Whatever comes of it, the conversation is then as the server has it. */
    async send({ id }: Pick<ShownLead, 'id'>): Promise<void> {
      const key = keyOfAnswer(id);
      const { id: textId = '', text = '' } = typedIn(key).mine;
      if (!text.trim() || isOnItsWay(key)) return;
      const known = $known.get();
      const theirs = known.state === 'ready' ? known.texts.filter(({ from }) => from === 'them') : [];
      const seen = theirs.map((one) => one.id);
      const outcome = await post(key, { id }, () => api.answer(id, { id: textId, text: asTyped(text), seen }));
      const isOpen = open === id;
      if (outcome.state === 'failed' && isOpen) await reload();
      if (outcome.state !== 'done') return;
      // What was typed meanwhile is the next one.
      const typed = typedIn(key).mine['text'] ?? '';
      if (typed.startsWith(text)) typeAnswer({ id }, typed.slice(text.length).trimStart());
      if (isOpen) set(outcome.value);
      void wait(GOES_OUT).then(() => (open === id ? reload() : undefined));
      const answered = await session.call(() => api.read(id));
      if (answered.state === 'done') put(answered.value);
    },
  };
}
