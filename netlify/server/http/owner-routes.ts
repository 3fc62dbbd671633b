import { MessageSwitches, NewDevice } from '#contracts/alerts';
import { AskLink, Login, SetUp } from '#contracts/auth';
import { GalleryChange } from '#contracts/gallery';
import { HolidayChange, HoursChange, NewAway } from '#contracts/hours';
import { OwnersRequest } from '#contracts/lead-request';
import { SetupEntry, SetupTry } from '#contracts/setup';
import { NewText } from '#contracts/texts';
import { Command } from '#lead/command';
import { signInLimit } from '#server/limits/limits';
import * as alerts from './alert-calls.ts';
import * as backups from './alert-calls.ts';
import { deleteItem, editItem, listGallery } from './gallery-calls.ts';
import { anybody, owner, type Routes, signed, takes } from './handler.ts';
import { showConnections } from './health.ts';
import * as hours from './hours-calls.ts';
import { showInsights } from './insight-calls.ts';
import * as leads from './lead-calls.ts';
import * as pictures from './picture-calls.ts';
import * as setup from './setup-calls.ts';
import * as signIn from './sign-in-calls.ts';
import { answerText, sendProof, showConversation } from './text-calls.ts';
import { grantUpload, takeUpload } from './upload-calls.ts';

/** The calls of the owner's pages. */
export const ownerRoutes: Routes = {
  '/api/auth/login': { POST: anybody(signInLimit, takes(Login, signIn.signIn), signIn.byDevice) },
  '/api/auth/logout': { POST: anybody(null, signIn.signOut) },
  '/api/auth/setup': {
    POST: anybody(signInLimit, takes(AskLink, signIn.writeLink)),
    PUT: anybody(signInLimit, takes(SetUp, signIn.setUp)),
  },
  '/api/auth/devices/:id': { DELETE: owner(signIn.signOutDevice) },

  '/api/today': { GET: owner(leads.showToday) },
  '/api/week': { GET: owner(leads.showWeek) },
  '/api/leads': { GET: owner(leads.showLeads), POST: owner(takes(OwnersRequest, leads.addLead)) },
  '/api/leads/export': { GET: owner(leads.exportLeads) },
  '/api/leads/:id': {
    isSecret: true,
    GET: owner(leads.showLead),
    POST: owner(takes(Command, leads.command)),
    DELETE: owner(leads.deleteLead),
  },
  '/api/leads/:id/mails': { isSecret: true, GET: owner(leads.listMails) },
  '/api/leads/:id/texts': { isSecret: true, GET: owner(showConversation), POST: owner(takes(NewText, answerText)) },
  '/api/leads/:id/texts/proof': { isSecret: true, GET: owner(sendProof) },
  '/api/leads/:id/pictures': { isSecret: true, GET: owner(pictures.listPictures), POST: owner(pictures.addPictures) },
  '/api/leads/:id/pictures/:picture': {
    isSecret: true,
    GET: owner(pictures.sendPictureOfLead),
    DELETE: owner(pictures.deletePicture),
  },
  '/api/insights': { GET: owner(showInsights) },

  '/api/hours': { GET: owner(hours.showHours), PUT: owner(takes(HoursChange, hours.changeHours)) },
  '/api/times': { GET: owner(hours.showTimes) },
  '/api/away': { POST: owner(takes(NewAway, hours.blockTime)) },
  '/api/away/:id': { PUT: owner(takes(NewAway, hours.changeTime)), DELETE: owner(hours.openTime) },
  '/api/holidays/:date': { PUT: owner(takes(HolidayChange, hours.changeHoliday)) },

  '/api/gallery/all': { GET: owner(listGallery) },
  '/api/gallery/:id': { PUT: owner(takes(GalleryChange, editItem)), DELETE: owner(deleteItem) },
  '/api/objects/upload': { POST: owner(grantUpload) },
  '/api/uploads/:id': { PUT: signed(takeUpload) },

  '/api/alerts': { GET: owner(alerts.showAlerts), PUT: owner(takes(MessageSwitches, alerts.changeMessages)) },
  '/api/alerts/devices': { POST: owner(takes(NewDevice, alerts.addAlertDevice)) },
  '/api/alerts/devices/:id': { POST: owner(alerts.testAlertDevice), DELETE: owner(alerts.removeAlertDevice) },
  '/api/alerts/feed': { POST: owner(alerts.renewAlertFeed), DELETE: owner(alerts.endAlertFeed) },
  '/api/connections': { GET: owner(showConnections) },
  '/api/setup': { GET: owner(setup.showSetup), PUT: owner(takes(SetupEntry, setup.enterSetup)) },
  '/api/setup/:line': { POST: owner(takes(SetupTry, setup.trySetup)), DELETE: owner(setup.forgetSetup) },
  '/api/backups': { GET: owner(backups.showBackups) },
  '/api/backups/:id': { GET: owner(backups.sendBackup) },
};
