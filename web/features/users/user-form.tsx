import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { checkValues } from '../../../domain/custom-fields/check-values.ts';
import { useSetSearch } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { useRouteGuard } from '../../app/route-guard.ts';
import { type Refusal, refusalOf } from '../../app/SaveRefusal.tsx';
import { useWho } from '../../app/session.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { focusFirstWrong } from '../../ui/form-errors.ts';
import { toast } from '../../ui/toast.ts';
import { unsent } from '../../ui/unsent.ts';
import { useCustomFields } from '../custom-fields/index.ts';
import { customOf, inForce } from './custom-values.ts';
import { changedFields, type DraftField, draftOf, draftProblems, emptyDraft, fieldNames, tabOf, type UserDraft } from './draft.ts';
import { choicesQuery, type OneUser, oneQuery, refreshUsers, userKeys } from './queries.ts';
import { usePhone } from './use-phone.ts';

type Options = { user: OneUser | null; onAdded: (id: string) => void };

/** One form over several tabs: what was typed lies over what the server has, and is saved as one. */
function useForm({ user, onAdded }: Options) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useSetSearch();
  const who = useWho();
  const { data: choices } = useQuery(choicesQuery);
  const phone = usePhone();
  const [edits, setEdits] = useState<Partial<UserDraft>>({});
  // The version over which the first edit was made; a newer one from the server is not overwritten unasked.
  const [began, setBegan] = useState<number | null>(null);
  const [invite, setInvite] = useState<boolean | null>(null);
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set());
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<Refusal | null>(null);
  const profile = who?.profile ?? 'user';
  const standard = choices?.profiles.at(-1) ?? profile;
  const base = user ? draftOf(user) : emptyDraft(standard);
  const draft: UserDraft = { ...base, ...edits };
  const changed = changedFields(base, draft);
  const { fields } = useCustomFields('user');
  const customProblems = checkValues({
    fields,
    input: inForce(draft.custom, fields),
    before: user ? customOf(base.custom) : null,
    by: 'admin',
  }).problems;
  const own = draftProblems(draft, profile, (text) => phone.read(text, choices?.country));
  const problems: typeof own = Object.keys(customProblems).length > 0 ? { ...own, custom: 'invalid' } : own;

  const invites = invite ?? choices?.invites ?? true;
  /** Ends what was sent; what was typed meanwhile goes on over the version that the save made. */
  const settle = (sent: Partial<UserDraft>, version: number) => {
    const rest = (now: Partial<UserDraft>) => unsent(now, sent);
    setEdits(rest);
    setBegan(version);
    reset();
  };
  const clear = () => {
    setEdits({});
    setBegan(null);
    reset();
  };
  const reset = () => {
    setLeft(new Set());
    setTried(false);
    setRefused({});
    setProblem(null);
  };
  const explain = (error: unknown) => {
    const field = error instanceof ApiError ? error.field : undefined;
    if (field && (fieldNames.some((name) => name === field) || field.startsWith('custom.'))) {
      setRefused({ [field]: errorText(error) });
      change({ tab: tabOf(field) }, { replace: true });
      focusFirstWrong();
      return;
    }
    setProblem(refusalOf(error));
  };
  const add = async () => {
    const { id, invited } = await call('POST /api/auth/users', {
      ...draft,
      custom: inForce(draft.custom, fields),
      invite: invites ? 'S' : 'N',
    });
    await refreshUsers(client);
    clear();
    toast.success(
      t('users.added', { name: draft.name.trim() }),
      invited ? { text: t('users.addedInvited', { email: draft.email.trim() }) } : {},
    );
    onAdded(id);
  };
  const edit = async (saved: OneUser, reinvite: boolean): Promise<void> => {
    try {
      await call('PUT /api/auth/users/{id}', {
        ...draft,
        custom: inForce(draft.custom, fields),
        id: saved.id,
        version: began ?? saved.version,
        reinvite,
      });
    } catch (error) {
      // A new address parts the person from the account behind the old one: asked before, never done silently.
      if (!(error instanceof ApiError && error.status === 'email_of_account') || reinvite) throw error;
      const agreed = await confirm({
        title: t('users.reinvite.title', { name: saved.name }),
        text: t('users.reinvite.text', { email: draft.email.trim() }),
        yes: t('users.reinvite.yes'),
        no: t('ui.cancel'),
      });
      return agreed ? edit(saved, true) : undefined;
    }
    const { version } = await client.fetchQuery({ ...oneQuery(saved.id), staleTime: 0 });
    settle(edits, version);
    await refreshUsers(client);
    toast.success(t('users.saved'), { text: draft.name.trim() });
  };

  return {
    user,
    draft,
    changed,
    choices,
    phone,
    /** The administrator who has the form before him. */
    who: profile,
    errors: tried ? Object.keys(problems).length : 0,
    saving,
    problem,
    refused,
    /** What is wrong with custom fields, by key; told once saving was tried. */
    customProblems: tried ? customProblems : {},
    invites,
    setInvite,
    set<Field extends DraftField>(field: Field, value: UserDraft[Field]) {
      if (user) setBegan((before) => (Object.keys(edits).length === 0 ? user.version : (before ?? user.version)));
      setEdits((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    forget: (field: string) => setRefused(({ [field]: _, ...others }) => others),
    /** A field is judged when it is left, then on every change. */
    leave: (field: DraftField) => setLeft((before) => new Set([...before, field])),
    errorOf(field: DraftField): string | undefined {
      const own = tried || (left.has(field) && (field in edits || !user)) ? problems[field] : undefined;
      const name = t(`users.field.${field}`);
      if (own === 'too_long') return t('ui.form.invalid', { name });
      return own ? t(`ui.form.${own}`, { name }) : refused[field];
    },
    discard: clear,
    /** Something of this person was saved apart from the form, as the picture: what is typed goes on over the new version. */
    moved(version: number, more: Partial<OneUser> = {}) {
      if (!user) return;
      setBegan((before) => (before === null ? null : version));
      client.setQueryData<OneUser>(userKeys.one(user.id), (known) => known && { ...known, ...more, version });
    },
    async reload() {
      if (!user) return;
      const fresh = await client.fetchQuery({ ...oneQuery(user.id), staleTime: 0 });
      setBegan(fresh.version);
      setProblem(null);
    },
    async save() {
      setTried(true);
      const [wrong] = Object.keys(problems);
      if (wrong) {
        // What is required of a new person stands on the first tab.
        const required = Object.keys(customProblems).every((key) => fields.some((field) => field.key === key && field.required));
        change({ tab: !user && wrong === 'custom' && required ? 'data' : tabOf(wrong) }, { replace: true });
        focusFirstWrong();
        return;
      }
      setSaving(true);
      setProblem(null);
      try {
        await (user ? edit(user, false) : add());
      } catch (error) {
        explain(error);
      } finally {
        setSaving(false);
      }
    },
  };
}

export type UserForm = ReturnType<typeof useForm>;
const Form = createContext<UserForm | null>(null);

/** Gives the tabs of one person their form, and asks before what was typed is left behind. */
export function UserFormProvider({ children, ...options }: Options & { children: (form: UserForm) => ReactNode }) {
  const form = useForm(options);
  const dirty = form.changed.length > 0 && !form.saving;
  // Another tab of the same person leaves nothing behind.
  useRouteGuard(dirty, ['id', 'new']);
  return <Form value={form}>{children(form)}</Form>;
}

/** The form of the person on the page. */
export function useUserForm(): UserForm {
  const form = useContext(Form);
  if (!form) throw new Error('no person is being edited here');
  return form;
}
