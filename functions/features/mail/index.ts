import { exportLog, findMails } from './mail-log.ts';
import { readServer, removeServer, saveServer } from './mail-server.ts';
import { tryServer } from './test-server.ts';

export { deliverOutbox } from './deliver-outbox.ts';
export { queueMail } from './queue-mail.ts';
export { wakeOutbox, wakeOutboxOf } from './wake-outbox.ts';

export const mailRoutes = [readServer, saveServer, removeServer, tryServer, findMails, exportLog];
