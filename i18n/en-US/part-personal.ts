import { accounts } from './accounts.ts';
import { embeddingPage } from './embedding-page.ts';
import { faq } from './faq.ts';
import { identitiesLink } from './identities-link.ts';
import { playlistsPlayer } from './playlists-player.ts';
import { twoFactor } from './two-factor.ts';

// What is opened beside reports: the own account's safety, questions and answers, slideshows, and reports within other sites.
export const personal = {
  ...accounts,
  ...embeddingPage,
  ...faq,
  ...identitiesLink,
  ...playlistsPlayer,
  ...twoFactor,
};
