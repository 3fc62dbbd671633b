import { MessageSwitches, NewDevice } from '#contracts/alerts';
import { AcceptInvitation, AskLink, AskPasskey, Login, OpenInvitation, PasskeyAnswer, SetUp } from '#contracts/auth';
import { GalleryChange } from '#contracts/gallery';
import { HolidayChange, HoursChange, NewAway } from '#contracts/hours';
import { OwnersRequest } from '#contracts/lead-request';
import { NewPerson, PersonChange } from '#contracts/people-calls';
import { SetupEntry, SetupTry } from '#contracts/setup';
import { NewText } from '#contracts/texts';
import { Command } from '#lead/command';
import { signInLimit } from '#server/limits/limits';
import * as alerts from './alert-calls.ts';
import * as backups from './alert-calls.ts';
import { deleteItem, editItem, listGallery } from './gallery-calls.ts';
import { anybody, office, owner, type Routes, signed, takes, team } from './handler.ts';
import { showConnections } from './health.ts';
import * as hours from './hours-calls.ts';
import { showInsights } from './insight-calls.ts';
import * as leads from './lead-calls.ts';
import * as passkeys from './passkey-calls.ts';
import * as people from './people-calls.ts';
import * as pictures from './picture-calls.ts';
import * as setup from './setup-calls.ts';
import * as signIn from './sign-in-calls.ts';
import { answerText, sendProof, showConversation } from './text-calls.ts';
import { grantUpload, takeUpload } from './upload-calls.ts';

/** The calls of the admin's pages, each with who may make it. */
export const ownerRoutes: Routes = {
  '/api/auth/login': { POST: anybody(signInLimit, takes(Login, signIn.signIn), signIn.byDevice) },
  '/api/auth/logout': { POST: anybody(null, signIn.signOut) },
  '/api/auth/setup': {
    POST: anybody(signInLimit, takes(AskLink, signIn.writeLink)),
    PUT: anybody(signInLimit, takes(SetUp, signIn.setUp)),
  },
  '/api/auth/devices/:id': { DELETE: team(signIn.signOutDevice) },
  '/api/auth/passkey': {
    POST: anybody(signInLimit, takes(AskPasskey, passkeys.askPasskey)),
    PUT: anybody(signInLimit, takes(PasskeyAnswer, passkeys.signInByPasskey)),
  },
  '/api/auth/passkeys': {
    POST: team(takes(AskPasskey, passkeys.askNewPasskey)),
    PUT: team(takes(PasskeyAnswer, passkeys.addOwnPasskey)),
  },
  '/api/auth/passkeys/:id': { DELETE: team(passkeys.removeOwnPasskey) },
  '/api/auth/invitation': {
    POST: anybody(signInLimit, takes(OpenInvitation, passkeys.openInvitation)),
    PUT: anybody(signInLimit, takes(AcceptInvitation, passkeys.acceptInvitation)),
  },

  '/api/today': { GET: team(leads.showToday) },
  '/api/week': { GET: team(leads.showWeek) },
  '/api/leads': { GET: office(leads.showLeads), POST: office(takes(OwnersRequest, leads.addLead)) },
  '/api/leads/export': { GET: office(leads.exportLeads) },
  '/api/leads/:id': {
    isSecret: true,
    GET: team(leads.showLead),
    POST: team(takes(Command, leads.command)),
    DELETE: office(leads.deleteLead),
  },
  '/api/leads/:id/mails': { isSecret: true, GET: office(leads.listMails) },
  '/api/leads/:id/texts': { isSecret: true, GET: office(showConversation), POST: office(takes(NewText, answerText)) },
  '/api/leads/:id/texts/proof': { isSecret: true, GET: office(sendProof) },
  '/api/leads/:id/pictures': { isSecret: true, GET: team(pictures.listPictures), POST: team(pictures.addPictures) },
  '/api/leads/:id/pictures/:picture': {
    isSecret: true,
    GET: team(pictures.sendPictureOfLead),
    DELETE: team(pictures.deletePicture),
  },
  '/api/insights': { GET: office(showInsights) },

  '/api/hours': { GET: team(hours.showHours), PUT: office(takes(HoursChange, hours.changeHours)) },
  '/api/times': { GET: office(hours.showTimes) },
  '/api/away': { POST: team(takes(NewAway, hours.blockTime)) },
  '/api/away/:id': { PUT: team(takes(NewAway, hours.changeTime)), DELETE: team(hours.openTime) },
  '/api/holidays/:date': { PUT: office(takes(HolidayChange, hours.changeHoliday)) },

  '/api/people': { GET: owner(people.showPeople), POST: owner(takes(NewPerson, people.addPerson)) },
  '/api/people/:id': { PUT: owner(takes(PersonChange, people.changePerson)), DELETE: owner(people.removePerson) },
  '/api/people/:id/invitation': { POST: owner(people.inviteAgain) },
  '/api/people/:id/devices/:device': { DELETE: owner(people.signOutPerson) },

  '/api/gallery/all': { GET: office(listGallery) },
  '/api/gallery/:id': { PUT: office(takes(GalleryChange, editItem)), DELETE: office(deleteItem) },
  '/api/objects/upload': { POST: office(grantUpload) },
  '/api/uploads/:id': { PUT: signed(takeUpload) },

  '/api/alerts': { GET: team(alerts.showAlerts), PUT: office(takes(MessageSwitches, alerts.changeMessages)) },
  '/api/alerts/devices': { POST: office(takes(NewDevice, alerts.addAlertDevice)) },
  '/api/alerts/devices/:id': { POST: office(alerts.testAlertDevice), DELETE: office(alerts.removeAlertDevice) },
  '/api/alerts/feed': { POST: team(alerts.renewAlertFeed), DELETE: team(alerts.endAlertFeed) },
  '/api/connections': { GET: office(showConnections) },
  '/api/setup': { GET: owner(setup.showSetup), PUT: owner(takes(SetupEntry, setup.enterSetup)) },
  '/api/setup/:line': { POST: owner(takes(SetupTry, setup.trySetup)), DELETE: owner(setup.forgetSetup) },
  '/api/backups': { GET: owner(backups.showBackups) },
  '/api/backups/:id': { GET: owner(backups.sendBackup) },
};
