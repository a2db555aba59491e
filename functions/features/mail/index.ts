export { deliverOutbox } from './deliver-outbox.ts';
export { queueMail } from './queue-mail.ts';
export { contentOf, renderMail } from './render.ts';
export { wakeOutbox, wakeOutboxOf } from './wake-outbox.ts';
