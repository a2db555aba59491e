import { confirmOwnLink } from './confirm-link.ts';
import { readIdentities, removeIdentity } from './person-identities.ts';
import { readWaitingLink } from './read-waiting.ts';
import { mailLinkCode } from './send-code.ts';

export const routes = [readIdentities, removeIdentity, readWaitingLink, mailLinkCode, confirmOwnLink];
