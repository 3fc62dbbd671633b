import type { Config } from '@netlify/functions';
import { LeadChange } from '#contracts/lead';
import { changeDeskLead, deskLead } from '#server/leads/lead-desk';
import { adminAccepts, adminReads } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { deskOf, leadAnswer } from '#server/http/lead-answer';

export default endpoint({
  GET: adminReads(async (call) => leadAnswer(await deskLead(deskOf(call), call.params['id'] ?? ''))),
  PUT: adminAccepts(LeadChange, async (change, call) =>
    leadAnswer(await changeDeskLead(deskOf(call), call.params['id'] ?? '', change)),
  ),
});

export const config: Config = { path: '/api/leads/:id', excludedPath: '/api/leads/export' };
