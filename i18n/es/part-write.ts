import { htmlImport } from './html-import.ts';
import { mailTemplates } from './mail-templates.ts';
import { messages } from './messages.ts';
import { noticesWrite } from './notices-write.ts';

// For people who write to others: messages, notices and the wording of mail.
export const write = {
  ...htmlImport,
  ...mailTemplates,
  ...messages,
  ...noticesWrite,
};
