import { findFaq, findPublicFaq } from './list-faq.ts';
import { readFaqHistory, readOneEntry } from './read-entry.ts';
import { voteOnEntry } from './vote.ts';
import { addOneEntry, editOneEntry, removeOneEntry, sortFaq } from './write-entry.ts';

export const routes = [
  findFaq,
  findPublicFaq,
  addOneEntry,
  sortFaq,
  readOneEntry,
  readFaqHistory,
  editOneEntry,
  removeOneEntry,
  voteOnEntry,
];
