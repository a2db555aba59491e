import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { checkValues } from '../../../domain/custom-fields/check-values.ts';
import { emptyDraft, type UserDraft, type UserField, userFields } from '../../../domain/users/fields.ts';
import { useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useRouteGuard } from '../../app/routes/route-guard.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { focusFirstWrong } from '../../ui/form-errors.ts';
import { toast } from '../../ui/toast.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import { useCustomFields } from '../custom-fields/index.ts';
import { getCustom, inForce } from './custom-values.ts';
import { draftProblems, getTab, sameField, toDraft } from './draft.ts';
import { choicesQuery, oneQuery, userKeys } from './loader.ts';
import { type OneUser, refreshUsers } from './queries.ts';
import { usePhone } from './use-phone.ts';

type Options = { user: OneUser | null; onAdded: (id: string) => void };

/** One form over several tabs: the draft overlays the server's version, and is saved as a whole. */
function useOwnForm({ user, onAdded }: Options) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useSetSearch();
  const who = useWho();
  const { data: choices } = useSuspenseQuery(choicesQuery);
  const phone = usePhone();
  const [invite, setInvite] = useState<boolean | null>(null);
  const [left, setLeft] = useState<ReadonlySet<UserField>>(new Set());
  const profile = who?.profile ?? 'user';
  const standard = choices.profiles.at(-1);
  const { fields } = useCustomFields('user');
  const getCustomProblems = (draft: UserDraft, base: UserDraft) =>
    checkValues({ fields, input: inForce(draft.custom, fields), before: user ? getCustom(base.custom) : null, by: 'admin' }).problems;
  const form = useForm<UserDraft, string>({
    start: user ? toDraft(user) : emptyDraft(standard ?? profile),
    version: user?.version ?? 0,
    problems(draft, base) {
      const own = draftProblems(draft, profile, (text) => phone.read(text, choices.country));
      const isCustomWrong = Object.keys(getCustomProblems(draft, base)).length > 0;
      return problemTexts({ ...own, ...(isCustomWrong && { custom: 'invalid' as const }) }, (problem, field) =>
        t(problem === 'too_long' ? 'ui.form.invalid' : `ui.form.${problem}`, { name: t(`users.field.${field}`) }),
      );
    },
    same: sameField,
  });
  const { draft, changed } = form;
  // A newer version replaces an unedited form at once; an edited one only when the administrator asks for it.
  if (user && form.version !== user.version && !form.dirty) form.load(toDraft(user), user.version);
  if (!user && standard && draft.profile !== standard && !form.dirty) form.load(emptyDraft(standard));
  const showField = (field: string) => {
    change({ tab: getTab(field) }, { replace: true });
    focusFirstWrong();
  };
  const { save, busy, problem, clear } = useSave({
    fields: userFields,
    refuseAt(field, text, name) {
      form.refuse(name.startsWith('custom.') ? name : field, text);
      showField(name);
    },
  });
  const customProblems = getCustomProblems(draft, form.base);

  const invites = invite ?? choices.invites;
  const discard = () => {
    form.reset();
    setLeft(new Set());
    clear();
  };
  const add = async () => {
    const { id, invited } = await call('POST /api/auth/users', {
      ...draft,
      custom: inForce(draft.custom, fields),
      invite: invites ? 'S' : 'N',
    });
    await refreshUsers(client);
    discard();
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
        version: form.version,
        reinvite,
      });
    } catch (error) {
      // A new e-mail address detaches the user from the account behind the old one, so it needs confirmation.
      if (!(error instanceof ApiError && error.status === 'email_of_account') || reinvite) throw error;
      const agreed = await confirm({
        title: t('users.reinvite.title', { name: saved.name }),
        text: t('users.reinvite.text', { email: draft.email.trim() }),
        yes: t('users.reinvite.yes'),
        no: t('ui.cancel'),
      });
      return agreed ? edit(saved, true) : undefined;
    }
    const fresh = await client.fetchQuery({ ...oneQuery(saved.id), staleTime: 0 });
    form.settle(draft, toDraft(fresh), fresh.version);
    setLeft(new Set());
    await refreshUsers(client);
    toast.success(t('users.saved'), { text: draft.name.trim() });
  };

  return {
    user,
    draft,
    changed,
    choices,
    phone,
    /** The profile of the administrator filling in the form. */
    who: profile,
    errors: form.errors,
    saving: busy,
    problem,
    refused: form.refused,
    /** The errors of custom fields, by key; shown after the first attempt to save. */
    customProblems: form.tried ? customProblems : {},
    invites,
    setInvite,
    set: form.set,
    forget: form.forget,
    /** A field is validated on blur, then on every change. */
    leave: (field: UserField) => setLeft((before) => new Set([...before, field])),
    getError(field: UserField): string | undefined {
      const isJudged = left.has(field) && (changed.includes(field) || !user);
      return (isJudged ? form.problems[field] : undefined) ?? form.getError(field);
    },
    discard,
    /** A part of this user was saved outside the form, such as the picture: the draft continues on the new version. */
    moved(version: number, more: Partial<OneUser> = {}) {
      if (!user) return;
      form.setVersion(version);
      client.setQueryData<OneUser>(userKeys.one(user.id), (known) => known && { ...known, ...more, version });
    },
    async reload() {
      if (!user) return;
      const fresh = await client.fetchQuery({ ...oneQuery(user.id), staleTime: 0 });
      form.rebase(toDraft(fresh), fresh.version);
      clear();
    },
    async save() {
      clear();
      if (!form.check()) {
        const [wrong = ''] = Object.keys(form.problems);
        // A new user's required fields are on the first tab.
        const required = Object.keys(customProblems).every((key) => fields.some((field) => field.key === key && field.required));
        change({ tab: !user && wrong === 'custom' && required ? 'data' : getTab(wrong) }, { replace: true });
        focusFirstWrong();
        return;
      }
      await save(() => (user ? edit(user, false) : add()));
    },
  };
}

export type UserForm = ReturnType<typeof useOwnForm>;
const Form = createContext<UserForm | null>(null);

/** Provides the form to the tabs of one user, and confirms before unsaved input is lost. */
export function UserFormProvider({ children, ...options }: Options & { children: (form: UserForm) => ReactNode }) {
  const form = useOwnForm(options);
  const dirty = form.changed.length > 0 && !form.saving;
  // Switching tabs of the same user loses nothing.
  useRouteGuard(dirty, ['id', 'new']);
  return <Form value={form}>{children(form)}</Form>;
}

/** The form of the user on the page. */
export function useUserForm(): UserForm {
  const form = useContext(Form);
  if (!form) throw new Error('no person is being edited here');
  return form;
}
