import type { DemoProvider } from './rows-of-saml.ts';

export type SeedOptions = {
  /** The ring that the Worker opens secrets with. */
  sealKeys: string;
  reportServiceUrl: string;
  /** The mail catcher's address; without it no tenant has its own mail server. */
  smtpPort?: number | undefined;
  /** The address of the site that embeds reports; without it no tenant has an embedding key. */
  sitePort?: number | undefined;
  /** Where the identity provider of one tenant is, and by what it signs. */
  idp?: DemoProvider | undefined;
  now?: number;
  /** When its dates were last counted; without it they are counted again. */
  datedAt?: number | undefined;
};
