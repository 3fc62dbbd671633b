import { leadStatusLabels } from '#contracts/lead-status';
import { say } from '#browser/say';
import { showSuccess } from '#islands/ui/Toasts.tsx';
import { attempt } from '#browser/attempt';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import type { AlikeLead, ShownLead } from '#lead/answers';
import type { Command } from '#lead/command';
import type { Visit } from '#lead/lead';
import { loadConnections } from '../connections.ts';
import { createQuestion } from '../question.ts';
import { showUnsaved } from '../edit.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { createClosing } from './closing.ts';
import { createCommands, FORM, keyOf, type Progress } from './commands.ts';
import { filterIn, type LeadFilter, leadsApi, queryText } from './leads-api.ts';
import { createDetail, createList, type LeadsContext } from './list.ts';
import { createNotes } from './notes.ts';
import { createRequests } from './requests.ts';
import { createTexts } from './texts.ts';
import { createVisitChanges } from './visit.ts';

/** The key of how far the owner is with a lead, whose changes go out one after the other. */
export const progressKey = (lead: Pick<ShownLead, 'id'>) => keyOf('lead', lead);
export const visitNoteKey = (visit: Visit) => keyOf('visitNote', visit);

/** The mails about the lead that was asked for last. */
function createMails({ api, session }: LeadsContext) {
  let asked = '';
  const { $known, load } = createResource(() => session.call(async () => ({ mails: await api.mails(asked) })));
  return {
    $mails: $known,
    async load(id: string): Promise<void> {
      asked = id;
      await load();
    },
  };
}

/** The state and the actions of /admin/leads. */
export function createLeadsAdmin(
  environment: Pick<Environment, 'client' | 'wait' | 'now' | 'randomKey'>,
  session: AdminSession,
) {
  const { client, randomKey } = environment;
  const api = leadsApi(client);
  const context = { ...environment, api, session };
  const { find, put: putInList, drop, reread, begin, renew: renewList, ...list } = createList(context);
  const { put: putInDetail, renew: renewDetail, ...detail } = createDetail({ find, put: putInList }, context);
  function put(lead: ShownLead): void {
    putInList(lead);
    putInDetail(lead);
  }
  async function latest(id: string): Promise<ShownLead | undefined> {
    await detail.open(id);
    const open = detail.$open.get();
    return open.state === 'ready' && open.id === id ? open.lead : undefined;
  }
  const commands = createCommands(context, 'leads', put);
  const { typedIn, type, forget, send, $presses } = commands;
  const requests = createRequests(context, commands, detail.open);
  const texts = createTexts(context, commands, put);
  const visit = createVisitChanges(context, commands, { put, latest });

  /** Says that it is saved. */
  async function saved(command: Progress, saving: Promise<ShownLead | undefined>): Promise<boolean> {
    if (!(await saving)) return false;
    const names = Object.keys(command).filter((name) => !['do', 'seen', FORM].includes(name));
    const isStatus = command.status && names.length === 1;
    const words =
      isStatus && command.status
        ? say('Status changed to {status}', { status: say(leadStatusLabels[command.status]) })
        : say('Saved');
    showSuccess(words);
    return true;
  }

  const removal = createQuestion(
    session,
    ({ lead }: { readonly lead: ShownLead; readonly step: 1 | 2 }) => api.remove(lead.id),
    say('The lead could not be removed. Please try again.'),
  );
  const merging = createQuestion(
    session,
    ({ lead, other }: { readonly lead: ShownLead; readonly other: AlikeLead }) =>
      api.command(lead.id, { do: 'merge', other: other.id }),
    say('The leads could not be made one. Please try again.'),
  );

  return {
    ...list,
    ...detail,
    $typed: commands.$typed,
    $presses,
    type,
    forget,
    keep: commands.keep,
    hasUnsaved: commands.hasUnsaved,
    visit,
    closing: createClosing(context, { find, put }),
    mails: createMails(context),
    async open(id: string): Promise<void> {
      await Promise.all([texts.load(id), detail.open(id)]);
    },
    texts,
    requests: {
      ...requests,
      async save(lead: Parameters<typeof requests.save>[0]): Promise<ShownLead | undefined> {
        const kept = await requests.save(lead);
        if (kept && !lead) await reread();
        return kept;
      },
    },
    /** Notes how far the owner is with the lead. `form`: where that was typed. */
    progress: (lead: ShownLead, change: Progress & { readonly form?: string }): Promise<boolean> =>
      saved(change, commands.change(progressKey(lead), lead, change)),
    /** After a conflict: `isMine` makes the owner's change, else the lead is shown as it is saved now. */
    async settle(lead: ShownLead, isMine: boolean): Promise<void> {
      const { command } = $presses.get()[progressKey(lead)] ?? {};
      const change = command?.do === 'change' ? command : {};
      if (!(await saved(change, commands.settle(progressKey(lead), isMine))) && !isMine) await latest(lead.id);
    },
    /**
     * The visitor stays out of the file for Google Ads, is a person whom the honeypot took for a robot, or has texted what
     * needs no answer. If another device was faster, the lead is shown as it is saved now.
     */
    async flag(lead: ShownLead, change: Progress): Promise<void> {
      const key = keyOf('flag', lead);
      await commands.change(key, lead, change);
      if (!$presses.get()[key]?.theirs) return;
      commands.drop(key);
      showUnsaved(say('Somebody has changed this meanwhile. Here is what is saved now.'));
      await renewDetail(() => false);
    },
    /** One press on the day of a visit. Resolves to whether it is noted. */
    mark: async (lead: ShownLead, visit: Visit, command: Command): Promise<boolean> =>
      (await send(keyOf('day', visit), lead, command)) !== undefined,
    note: createNotes(commands, randomKey),
    /** Saves the owner's own note of a visit, as typed. */
    async noteVisit(lead: ShownLead, visit: Visit): Promise<void> {
      const key = visitNoteKey(visit);
      const { note } = typedIn(key).mine;
      if (note === undefined) return forget(key);
      const command = { do: 'visitNote', visit: visit.start ?? '', note: note.trim() } as const;
      if (await send(key, lead, command)) showSuccess(say('Note saved'));
    },
    removal: {
      ...removal,
      ask: (lead: ShownLead, opener: HTMLElement | null) => removal.ask({ lead, step: 1 }, opener),
      /** Goes on to the second question, then removes the lead. Resolves to whether it is gone. */
      async confirm(): Promise<boolean> {
        const question = removal.$question.get();
        if (question?.step === 1) removal.$question.set({ ...question, step: 2 });
        if (question?.step !== 2 || !(await removal.confirm())) return false;
        drop(question.lead.id);
        commands.dropLead(question.lead);
        showSuccess(say('{name} is removed for good', { name: question.lead.request.name }));
        return true;
      },
    },
    merging: {
      ...merging,
      /** Resolves to the kept lead once they are one. */
      async confirm(): Promise<ShownLead | undefined> {
        const { lead, other } = merging.$question.get() ?? {};
        const kept = (await merging.confirm())?.value;
        if (!kept || !lead || !other) return undefined;
        put(kept);
        drop(kept.id === lead.id ? other.id : lead.id);
        showSuccess(say('{name} is one lead now', { name: kept.request.name }));
        return kept;
      },
    },
    /** Reads the list and the open lead again without a loading state. */
    async renew({ inHand, isTyping }: { inHand: () => string | undefined; isTyping: () => boolean }): Promise<void> {
      await renewList(inHand);
      // A lead that is put into the list would have the list's own answer dropped.
      await renewDetail(isTyping);
      await texts.renew();
    },
    /** Checks the session, loads, and restores a draft from before a sign-in or a reload. `search`: of the address. */
    async start(id: string, search = ''): Promise<void> {
      begin(filterIn(search));
      if (!(await session.guard())) return;
      void loadConnections({ client });
      const unsent = commands.takeDraft();
      const reading = texts.load(id);
      await list.load();
      // The owner may have opened another lead meanwhile.
      if (detail.$open.get().state === 'none') await detail.open(id);
      const open = detail.$open.get();
      if (open.state === 'ready') visit.resume(open.lead);
      for (const [key, { id, form, command }] of unsent)
        if (command.do === 'change') void saved(command, send(key, { id }, command, form));
      await reading;
    },
    /** The browser's Back may lead to another filter. */
    async follow(search: string): Promise<void> {
      const filter = filterIn(search);
      if (queryText(filter) !== queryText(list.$filter.get())) await list.setFilter(filter);
    },
  };
}

export const leads: ReadOnly<ReturnType<typeof createLeadsAdmin>> = createLeadsAdmin(browserEnvironment, session);

/** Replaces the open lead; the browser's Back skips it. */
export function showInstead(id: string): void {
  location.replace(`#${id}`);
}

/** Leaves a removed lead for the list; the browser's Back skips it. */
export function leaveRemoved(): void {
  history.replaceState(null, '', location.pathname + location.search);
  void leads.open('');
}

/** Closes the lead; the address then names none. */
export function closeLead(): void {
  history.pushState(null, '', location.pathname + location.search);
  void leads.open('');
}

/** Keeps the filter in the address: for a reload, a link, and the browser's Back. Some browsers refuse many changes. */
export function keepInAddress(filter: LeadFilter): void {
  const { pathname, hash } = location;
  attempt(() => history.replaceState(history.state, '', pathname + queryText(filter) + hash));
}
