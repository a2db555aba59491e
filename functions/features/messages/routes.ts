import { countAudience } from './count-recipients.ts';
import { findAudience } from './find-recipients.ts';
import { exportMessagesAsFile, findMessages, readOneMessage } from './list-messages.ts';
import { previewOneMessage } from './preview-message.ts';
import { recallOneMessage } from './recall-message.ts';
import { sendOneMessage } from './send-message.ts';
import { testOneMessage } from './test-message.ts';

export const routes = [
  findMessages,
  exportMessagesAsFile,
  sendOneMessage,
  findAudience,
  countAudience,
  previewOneMessage,
  testOneMessage,
  readOneMessage,
  recallOneMessage,
];
