export { deliverOutbox } from './deliver-outbox.ts';
export { queueMail } from './queue-mail.ts';
export { contentOf, renderMail } from './render.ts';
export { sendOne } from './send-one.ts';
export { type ServerRow, serverColumns } from './server-of.ts';
export { wakeOutbox, wakeOutboxOf } from './wake-outbox.ts';
