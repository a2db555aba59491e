import { confirmOwnLink } from './confirm-link.ts';
import { linkByKey, readIdentities, removeIdentity } from './person-identities.ts';
import { readWaitingLink } from './read-waiting.ts';
import { mailLinkCode } from './send-code.ts';

export const routes = [readIdentities, linkByKey, removeIdentity, readWaitingLink, mailLinkCode, confirmOwnLink];
