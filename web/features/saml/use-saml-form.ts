import { type Flag, isOn } from '../../../domain/contract/flag.ts';
import type { CallInput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/use-form.ts';
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

export const toSamlDraft = (app: OneSaml): SamlDraft => ({
  ...{ name: app.name, issuer: app.issuer, signInUrl: app.signInUrl, signOutUrl: app.signOutUrl },
  ...{ signOutResponseUrl: app.signOutResponseUrl, metadataUrl: app.metadataUrl },
  certificates: app.certificates.map(({ pem, subject, until }) => ({ pem, subject, until })),
  ...{ domains: app.domains, map: app.map, jit: app.jit, sync: app.sync },
  ...{ idpInitiated: app.idpInitiated, signRequests: app.signRequests, singleLogout: app.singleLogout },
  groups: app.groups.map(({ value, group }) => ({ value, group })),
});

/** A draft in the API's format; empty rules are left out. */
export const toInput = (draft: SamlDraft): CallInput<'POST /api/auth/saml/add'> => {
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

/** The fields of an app, or of a new one. */
export function useSamlForm(app: OneSaml | undefined) {
  const { t } = useTranslation();
  return useForm<SamlDraft>({
    start: app ? toSamlDraft(app) : emptySaml,
    version: app?.version ?? 0,
    problems: (draft) => ({
      ...Object.fromEntries(
        needed
          .filter((field) => draft[field].length === 0)
          .map((field) => [field, t('ui.form.required', { name: t(`saml.field.${field}`) })]),
      ),
      ...(isOn(draft.jit) && draft.domains.length === 0 ? { domains: t('sso_domains') } : {}),
    }),
  });
}
export type SamlForm = ReturnType<typeof useSamlForm>;
