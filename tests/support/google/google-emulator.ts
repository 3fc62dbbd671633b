import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createEmulator } from '@emulators/core';
import { getGoogleStore, googlePlugin, seedFromConfig } from '@emulators/google';
import { sendResponse, toRequest } from '#local/node-bridge';

/** A third party's emulator of Google, with one owner, one client and one calendar. */
export interface Emulator {
  readonly origin: string;
  readonly owner: string;
  readonly client: { readonly id: string; readonly secret: string };
  eventIds(): string[];
  close(): Promise<void>;
}

export async function startEmulator(): Promise<Emulator> {
  const [owner, client] = ['owner@example.com', { id: 'client.apps.googleusercontent.com', secret: 'GOCSPX-secret' }];
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { app, store } = createEmulator(googlePlugin, { baseUrl: origin });
  seedFromConfig(store, origin, {
    users: [{ email: owner }],
    oauth_clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [] }],
    calendars: [{ id: 'primary', user_email: owner, summary: owner, primary: true, time_zone: 'America/New_York' }],
  });
  server.on('request', (message, response) => {
    void Promise.resolve(app.fetch(toRequest(message, () => true))).then((answer) => sendResponse(answer, response));
  });
  return {
    origin,
    owner,
    client,
    eventIds: () =>
      getGoogleStore(store)
        .calendarEvents.all()
        .map((event) => event.google_id),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
