import type { DemoProvider } from './rows-of-saml.ts';

export type SeedOptions = {
  /** The ring that the Worker opens secrets with. */
  sealKeys: string;
  reportServiceUrl: string;
  /** Where the mail catcher takes mail; without it no tenant has a mail server of its own. */
  smtpPort?: number | undefined;
  /** Where the site stands that embeds reports; without it no tenant has a key of embedded pages. */
  sitePort?: number | undefined;
  /** Where the identity provider of one tenant is, and by what it signs. */
  idp?: DemoProvider | undefined;
  now?: number;
  /** When its dates were last counted; without it they are counted again. */
  datedAt?: number | undefined;
};
