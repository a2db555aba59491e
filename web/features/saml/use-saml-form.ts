import { useState } from 'react';
import { type Flag, isOn } from '../../../domain/contract/fields.ts';
import type { CallInput } from '../../app/api.ts';
import { useTranslation } from '../../i18n.ts';
import type { OneSaml } from './queries.ts';

export type ListedCertificate = { pem: string; subject: string; until: string | null };
export type SamlDraft = {
  name: string;
  issuer: string;
  signInUrl: string;
  signOutUrl: string;
  signOutResponseUrl: string;
  metadataUrl: string;
  certificates: ListedCertificate[];
  domains: string[];
  map: Record<string, string>;
  jit: Flag;
  sync: Flag;
  idpInitiated: Flag;
  signRequests: Flag;
  singleLogout: Flag;
  groups: { value: string; group: string }[];
};
export type SamlField = keyof SamlDraft;

const emptySaml: SamlDraft = {
  ...{
    name: '',
    issuer: '',
    signInUrl: '',
    signOutUrl: '',
    signOutResponseUrl: '',
    metadataUrl: '',
    certificates: [],
    domains: [],
    map: {},
  },
  ...{ jit: 'N', sync: 'S', idpInitiated: 'N', signRequests: 'N', singleLogout: 'N', groups: [] },
};

const draftOf = (app: OneSaml): SamlDraft => ({
  ...{ name: app.name, issuer: app.issuer, signInUrl: app.signInUrl, signOutUrl: app.signOutUrl },
  ...{ signOutResponseUrl: app.signOutResponseUrl, metadataUrl: app.metadataUrl },
  certificates: app.certificates.map(({ pem, subject, until }) => ({ pem, subject, until })),
  ...{ domains: app.domains, map: app.map, jit: app.jit, sync: app.sync },
  ...{ idpInitiated: app.idpInitiated, signRequests: app.signRequests, singleLogout: app.singleLogout },
  groups: app.groups.map(({ value, group }) => ({ value, group })),
});

/** The wire's form of a draft; rules that say nothing yet are left out. */
export const inputOf = (draft: SamlDraft): CallInput<'POST /api/auth/saml/add'> => {
  const of = (field: string) => draft.map[field] ?? '';
  return {
    ...draft,
    certificates: draft.certificates.map(({ pem }) => pem),
    map: {
      ...{ subject: of('subject'), email: of('email'), name: of('name'), phone: of('phone') },
      ...{ department: of('department'), position: of('position'), groups: of('groups') },
    },
    groups: draft.groups.filter(({ value, group }) => value.trim() && group),
  };
};

const needed = ['name', 'issuer', 'signInUrl', 'certificates'] as const;
export const samlFields = Object.keys(emptySaml) as SamlField[]; // because Object.keys loses the literal type

/** The state of the fields of an app: what was typed lies over what the server has. */
export function useSamlForm() {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<{ draft: SamlDraft; version: number }>({ draft: emptySaml, version: 0 });
  const [edits, setEdits] = useState<Partial<SamlDraft>>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<SamlField, string>>>({});
  const draft: SamlDraft = { ...saved.draft, ...edits };
  const missing = needed.filter((field) => draft[field].length === 0);
  const unlisted = isOn(draft.jit) && draft.domains.length === 0;
  return {
    draft,
    version: saved.version,
    dirty: samlFields.some((field) => JSON.stringify(draft[field]) !== JSON.stringify(saved.draft[field])),
    set(changes: Partial<SamlDraft>) {
      setEdits((before) => ({ ...before, ...changes }));
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))));
    },
    errorOf: (field: SamlField): string | undefined => {
      const absent = tried && needed.some((each) => each === field && missing.includes(each));
      if (field === 'domains' && tried && unlisted) return t('sso_domains');
      return absent ? t('ui.form.required', { name: t(`saml.field.${field as (typeof needed)[number]}`) }) : refused[field];
    },
    check(): boolean {
      setTried(true);
      return missing.length === 0 && !unlisted;
    },
    refuse: (field: SamlField, text: string) => setRefused((before) => ({ ...before, [field]: text })),
    load(app: OneSaml) {
      setSaved({ draft: draftOf(app), version: app.version });
      setEdits({});
    },
  };
}
export type SamlForm = ReturnType<typeof useSamlForm>;
