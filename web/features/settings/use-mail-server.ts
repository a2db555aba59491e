import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bulkRate } from '../../../domain/mail/bulk-rate.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useRouteGuard } from '../../app/routes/route-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { mailServerQuery } from './loader.ts';
import type { MailServer } from './queries.ts';

export type Draft = {
  name: string;
  email: string;
  user: string;
  password: string | null;
  host: string;
  port: number | null;
  protocol: 'tls' | 'starttls' | 'none';
  enabled: boolean;
  /** Text while it is being typed: "0." is not a number yet. */
  bulkPerSecond: number | string;
};
export type DraftField = keyof Draft;
export type TestAnswer = CallOutput<'POST /api/auth/mail/server/test'>;
type Own = NonNullable<MailServer['server']>;

const toDraft = (server: Own | null): Draft =>
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
/** The default port of a protocol; another one may be typed. */
const usualPort = { tls: 465, starttls: 587, none: null } as const;

const isRate = (typed: number | string) => typed !== '' && Number(typed) >= bulkRate.least && Number(typed) <= bulkRate.most;

/** The minimum and maximum rate, in the notation of the language. */
export const rateRange = (language: Language) => {
  const shown = new Intl.NumberFormat(language);
  return { least: shown.format(bulkRate.least), most: shown.format(bulkRate.most) };
};

/** The form of the mail server: draft, errors, saving, testing and removing. */
export function useMailServer(server: Own | null, onGone: () => void) {
  const { t, language } = useTranslation();
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const needed = (text: string, label: string) => (text.trim() ? undefined : t('required', { name: label }));
  const form = useForm<Draft>({
    start: toDraft(server),
    problems: (draft) => ({
      name: needed(draft.name, t('mailServer.name')),
      email:
        needed(draft.email, t('mailServer.email')) ??
        (isEmail(draft.email.trim()) ? undefined : t('invalid_input', { name: t('mailServer.email') })),
      host: needed(draft.host, t('mailServer.host')),
      port: draft.port === null ? t('required', { name: t('mailServer.port') }) : undefined,
      bulkPerSecond: isRate(draft.bulkPerSecond) ? undefined : t('mailServer.bulk.range', rateRange(language)),
    }),
  });
  const { draft, base, dirty } = form;
  const fields = Object.keys(draft) as DraftField[]; // because Object.keys loses the literal type
  const told = (client: QueryClient) => void client.invalidateQueries({ queryKey: ['settings', 'mail-log'] });
  const saving = useSave({ fields, refuseAt: form.refuse, refresh: told });
  const testing = useSave({ fields, refuseAt: form.refuse, refresh: told });
  const removing = useSave({ refusal: 'toast' });
  const client = useQueryClient();
  const busy = saving.busy ? 'save' : testing.busy ? 'test' : removing.busy ? 'remove' : null;
  useRouteGuard(dirty && busy === null);

  const input = () => {
    const { password, port, enabled: _, bulkPerSecond: __, ...rest } = draft;
    return { ...rest, port: port ?? 0, ...(password ? { password } : {}) };
  };
  const kept = () => ({ enabled: draft.enabled, bulkPerSecond: Number(draft.bulkPerSecond) });
  const clear = () => {
    saving.clear();
    testing.clear();
    setAnswer(null);
  };

  return {
    draft,
    changes: form.changed.length,
    busy,
    problem: (saving.problem ?? testing.problem)?.text ?? null,
    answer,
    errors: form.errors,
    getError: form.getError,
    set<F extends DraftField>(field: F, value: Draft[F]) {
      form.set(field, value);
      // A port that was not edited follows the protocol.
      // The field is the protocol.
      const next = field === 'protocol' && draft.port === usualPort[draft.protocol] ? usualPort[value as Draft['protocol']] : null;
      if (next) form.set('port', next);
    },
    reset() {
      form.reset();
      clear();
      if (!server) onGone();
    },
    async save() {
      clear();
      if (!form.check()) return;
      await saving.save(async () => {
        await call('PUT /api/auth/mail/server', { ...input(), ...kept(), version: server?.version ?? 0 });
        toast.success(t('settings.done'), { text: t('mailServer.saved') });
        await client.invalidateQueries({ queryKey: ['settings', 'mail-server'] });
      });
    },
    async test() {
      clear();
      if (form.check()) await testing.save(async () => setAnswer(await call('POST /api/auth/mail/server/test', input())));
    },
    async remove() {
      const agreed = await confirm({
        title: t('mailServer.remove.title'),
        text: t('mailServer.remove.text'),
        yes: t('mailServer.remove'),
        typed: base.name,
      });
      if (!agreed) return;
      await removing.save(async () => {
        await call('DELETE /api/auth/mail/server', {});
        await client.refetchQueries({ queryKey: mailServerQuery.queryKey });
        toast.success(t('mailServer.removed'));
        onGone();
      });
    },
  };
}
export type MailServerModel = ReturnType<typeof useMailServer>;
