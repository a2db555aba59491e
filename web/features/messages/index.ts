export { MessageFields } from './MessageFields.tsx';
export { audienceOf, draftOfMessage, emptyDraft, halfIn, type MessageDraft, textsOf, writtenIn } from './message-draft.ts';
