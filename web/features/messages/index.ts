export { MessageFields } from './MessageFields.tsx';
export { draftOfMessage, emptyDraft, getAudience, getTexts, halfIn, type MessageDraft, writtenIn } from './message-draft.ts';
