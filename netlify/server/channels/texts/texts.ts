import { type Channel, type ChannelEnvironment, type ChannelKind, createChannel } from '#server/news/channel';
import { mayReachOut } from '#server/site';
import { LATE, NOT_SENT, type TextMessage, textOutbox } from './message.ts';
import { tellUnsent } from './unsent.ts';
import type { TextProvider } from './provider.ts';
import { threads } from './thread.ts';

/**
 * Text messages, once `TEXTS` is set and there is an account. What they say, and who sends them, is loaded only for one
 * that is written or sent.
 */
export const texts = {
  outbox: textOutbox,
  ofLead: threads.place,
  open(environment: ChannelEnvironment): Channel | null {
    const { env, context, print } = environment;
    const isOn = env['TEXTS'] === 'log' || (env['TEXTS'] === 'on' && env['TWILIO_ACCOUNT_SID']);
    if (!mayReachOut(context) || !isOn) return null;
    const provider = async () => {
      const { printed, readAccount, twilio } = await import('./provider.ts');
      const account = env['TEXTS'] === 'log' ? null : readAccount(env);
      return account ? twilio(account) : printed(print);
    };
    return textChannel(provider, environment);
  },
} satisfies ChannelKind<TextMessage>;

export function textChannel(provider: () => Promise<TextProvider>, environment: ChannelEnvironment): Channel {
  return createChannel<'texts', TextMessage>(
    {
      name: 'Texts',
      outbox: textOutbox,
      send: async (...attempt) => {
        const { sendText } = await import('./send.ts');
        return await sendText(await provider(), environment, ...attempt);
      },
      messages: {
        visitor: async (news) => await (await import('./drafts.ts')).toVisitor(environment, news),
        owner: async (news) => await (await import('./drafts.ts')).toOwner(environment, news),
      },
      canBeMended: () => false,
      late: async (key, message) => await tellUnsent(environment, key, message, LATE),
      givenUp: async (key, message, code) => {
        if (code !== NOT_SENT) await tellUnsent(environment, key, message, code);
      },
    },
    environment,
  );
}
