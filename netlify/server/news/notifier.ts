import { forEachAlone } from '#server/storage/port';
import type { Channel } from './channel.ts';
import { allTogether, dispatch, type NewsContext } from './dispatch.ts';
import type { News } from './news.ts';
import { tellAll } from './untold.ts';

/** Stores the site's news for all who hear it, and sends it. */
export function createNotifier(context: NewsContext) {
  const channels = Object.values(context.channels).filter((channel): channel is Channel => channel !== null);
  const sendWaiting = () => allTogether(channels, (channel) => channel.sendDue());
  return {
    /** Stores the messages about the news. A repeat stores nothing. */
    notify: async (news: News) => void (await dispatch(context, news)),
    /** True if this process has written a message that nobody has tried to send. */
    hasFresh: () => channels.some((channel) => channel.hasFresh()),
    sendFresh: async () => void (await allTogether(channels, (channel) => channel.sendFresh())),
    /** Tells what is left untold, and again what nobody has opened, and tries to send every message that is due. */
    sendDue: () => forEachAlone([() => tellAll(context), sendWaiting], (step) => step()),
  };
}

export type Notifier = ReturnType<typeof createNotifier>;
