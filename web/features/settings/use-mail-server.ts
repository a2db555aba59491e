import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bulkRate } from '../../../domain/mail/bulk-rate.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import { type CallOutput, call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText, toastError } from '../../app/notify.ts';
import { useRouteGuard } from '../../app/route-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { type MailServer, mailServerQuery } from './queries.ts';

export type Draft = {
  name: string;
  email: string;
  user: string;
  password: string | null;
  host: string;
  port: number | null;
  protocol: 'tls' | 'starttls' | 'none';
  enabled: boolean;
  /** Text while it is being typed: 0. is no number yet. */
  bulkPerSecond: number | string;
};
export type DraftField = keyof Draft;
export type TestAnswer = CallOutput<'POST /api/auth/mail/server/test'>;
type Own = NonNullable<MailServer['server']>;

const draftOf = (server: Own | null): Draft =>
  server
    ? { ...pick(server), password: null }
    : {
        name: '',
        email: '',
        user: '',
        password: '',
        host: '',
        port: 587,
        protocol: 'starttls',
        enabled: true,
        bulkPerSecond: bulkRate.usual,
      };
const pick = ({ name, email, user, host, port, protocol, enabled, bulkPerSecond }: Own) => ({
  ...{ name, email, user, host, port, protocol, enabled, bulkPerSecond },
});
/** The port that goes with a protocol; another one may be typed. */
const usualPort = { tls: 465, starttls: 587, none: null } as const;

/** The least and the most rate, as people of the language write numbers. */
export const rateRange = (language: Language) => {
  const shown = new Intl.NumberFormat(language);
  return { least: shown.format(bulkRate.least), most: shown.format(bulkRate.most) };
};

/** The form of the mail server: what is typed, what is wrong with it, saving, testing and removing it. */
export function useMailServer(server: Own | null, onGone: () => void) {
  const client = useQueryClient();
  const { t, language } = useTranslation();
  const start = draftOf(server);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'save' | 'test' | 'remove' | null>(null);
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const changes = (Object.keys(draft) as DraftField[]).filter((field) => draft[field] !== start[field]).length; // because a draft has only these fields
  useRouteGuard(changes > 0 && busy === null);

  const needed = (text: string, label: string) => (text.trim() ? undefined : t('required', { name: label }));
  const problems: Partial<Record<DraftField, string | undefined>> = {
    name: needed(draft.name, t('mailServer.name')),
    email:
      needed(draft.email, t('mailServer.email')) ??
      (isEmail(draft.email.trim()) ? undefined : t('invalid_input', { name: t('mailServer.email') })),
    host: needed(draft.host, t('mailServer.host')),
    port: draft.port === null ? t('required', { name: t('mailServer.port') }) : undefined,
    bulkPerSecond:
      draft.bulkPerSecond !== '' && Number(draft.bulkPerSecond) >= bulkRate.least && Number(draft.bulkPerSecond) <= bulkRate.most
        ? undefined
        : t('mailServer.bulk.range', rateRange(language)),
  };
  const wrong = Object.values(problems).some(Boolean);
  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.handled) return;
    if (error instanceof ApiError && error.field) return setRefused({ [error.field]: errorText(error) });
    setProblem(errorText(error));
  };
  const input = () => {
    const { password, port, enabled: _, bulkPerSecond: __, ...fields } = draft;
    return { ...fields, port: port ?? 0, ...(password ? { password } : {}) };
  };
  const kept = () => ({ enabled: draft.enabled, bulkPerSecond: Number(draft.bulkPerSecond) });
  const begin = (what: 'save' | 'test'): boolean => {
    setTried(true);
    setRefused({});
    setProblem(null);
    setAnswer(null);
    if (wrong) return false;
    setBusy(what);
    return true;
  };
  const end = async (renew: boolean) => {
    if (renew) await client.invalidateQueries({ queryKey: ['settings', 'mail-server'] });
    void client.invalidateQueries({ queryKey: ['settings', 'mail-log'] });
    setBusy(null);
  };

  return {
    draft,
    changes,
    busy,
    problem,
    answer,
    errors: tried ? Object.values({ ...problems, ...refused }).filter(Boolean).length : 0,
    set<F extends DraftField>(field: F, value: Draft[F]) {
      setDraft((before) => {
        const next = { ...before, [field]: value };
        // A port that nobody typed follows the protocol.
        if (field === 'protocol' && before.port === usualPort[before.protocol]) next.port = usualPort[next.protocol] ?? before.port;
        return next;
      });
      setRefused(({ [field]: _, ...others }) => others);
    },
    errorOf: (field: DraftField): string | undefined => (tried ? problems[field] : undefined) ?? refused[field],
    reset: () => {
      setDraft(start);
      setRefused({});
      setProblem(null);
      setTried(false);
      if (!server) onGone();
    },
    async save() {
      if (!begin('save')) return;
      let saved = false;
      try {
        await call('PUT /api/auth/mail/server', { ...input(), ...kept(), version: server?.version ?? 0 });
        saved = true;
        toast.success(t('settings.done'), { text: t('mailServer.saved') });
      } catch (error) {
        explain(error);
      }
      await end(saved);
    },
    async test() {
      if (!begin('test')) return;
      try {
        setAnswer(await call('POST /api/auth/mail/server/test', input()));
      } catch (error) {
        explain(error);
      }
      await end(false);
    },
    async remove() {
      const agreed = await confirm({
        title: t('mailServer.remove.title'),
        text: t('mailServer.remove.text'),
        yes: t('mailServer.remove'),
        typed: start.name,
      });
      if (!agreed) return;
      setBusy('remove');
      try {
        await call('DELETE /api/auth/mail/server', {});
        await client.refetchQueries({ queryKey: mailServerQuery.queryKey });
        toast.success(t('mailServer.removed'));
        onGone();
      } catch (error) {
        toastError(error);
      }
      setBusy(null);
    },
  };
}
export type MailServerModel = ReturnType<typeof useMailServer>;
