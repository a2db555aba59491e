import { changeInbox, countUnread, findNotifications, readAll } from './inbox.ts';
import { readChoices, saveChoices } from './mail-choices.ts';
import { openOneMessage } from './open-message.ts';
import { tellAdministrators } from './tell-problem.ts';

export const routes = [findNotifications, countUnread, changeInbox, readAll, openOneMessage, readChoices, saveChoices, tellAdministrators];
