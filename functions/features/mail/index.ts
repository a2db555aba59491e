export { deliverOutbox } from './deliver-outbox.ts';
export { type ServerRow, serverColumns } from './get-server.ts';
export { queueMail } from './queue-mail.ts';
export { getContent, renderMail } from './render.ts';
export { sendOne } from './send-one.ts';
export { wakeOutbox, wakeTenantOutbox } from './wake-outbox.ts';
