import { changeInbox, countUnread, findNotifications, readAll } from './inbox.ts';
import { readChoices, saveChoices } from './mail-choices.ts';

export { tell } from './tell.ts';

export const notificationRoutes = [findNotifications, countUnread, changeInbox, readAll, readChoices, saveChoices];
