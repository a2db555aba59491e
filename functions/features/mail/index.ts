export { deliverOutbox } from './deliver-outbox.ts';
export { queueMail } from './queue-mail.ts';
export { wakeOutbox } from './wake-outbox.ts';
