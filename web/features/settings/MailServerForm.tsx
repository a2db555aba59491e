import { NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { formatDate, formatDateTime } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { useInertWhileSaving } from '../../ui/use-inert-while-saving.ts';
import { Card } from './AreaForm.tsx';
import type { MailServer } from './queries.ts';
import { type MailServerModel, rateRange, useMailServer } from './use-mail-server.ts';

type Own = NonNullable<MailServer['server']>;
/** The decimal separator users of the language type: 0.5 or 0,5. */
const getDecimalSeparator = (language: Language): string =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
const order = ['label', 'input', 'description', 'error'] as const;
const fieldOrder = [...order];

function Secret({ form, server }: { form: MailServerModel; server: Own | null }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { password } = form.draft;
  const at = server?.password.at;
  if (password === null && server?.password.set && !form.getError('password')) {
    return (
      <div className="wide">
        <p className="settings-label">{t('mailServer.password')}</p>
        <div className="settings-secret">
          <span className="muted">{t('mailServer.password.set', { at: at ? formatDate(language, new Date(at), zone) : '' })}</span>
          <Button size="s" onClick={() => form.set('password', '')}>
            {t('mailServer.password.change')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="wide">
      <PasswordInput
        label={t('mailServer.password')}
        description={t('mailServer.password.again')}
        inputWrapperOrder={fieldOrder}
        value={password ?? ''}
        onChange={(event) => form.set('password', event.currentTarget.value)}
        error={form.getError('password')}
        autoComplete="new-password"
      />
      {server?.password.set && (
        <Button kind="text" size="s" onClick={() => form.set('password', null)}>
          {t('mailServer.password.keep')}
        </Button>
      )}
    </div>
  );
}

function Outcome({ form }: { form: MailServerModel }) {
  const { t } = useTranslation();
  const { answer, problem } = form;
  if (problem) return <Notice tone="err">{problem}</Notice>;
  if (!answer) return null;
  return (
    <Notice
      tone={answer.sent ? 'ok' : 'err'}
      live
      title={answer.sent ? t('mailServer.test.sent', { to: answer.to }) : t('mailServer.test.failed')}
    >
      {answer.failure && <p>{t(`mailFailure.${answer.failure}`)}</p>}
      {answer.answer && <p className="settings-answer">{t('mailServer.test.answer', { answer: answer.answer })}</p>}
    </Notice>
  );
}

/** The form of Spec 3: name, e-mail, password, host, port, protocol; a test message shows the server's response. */
export function MailServerForm({ server, onGone }: { server: Own | null; onGone: () => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const form = useMailServer(server, onGone);
  const { draft } = form;
  const fields = useRef<HTMLFormElement>(null);
  useInertWhileSaving(fields, form.busy === 'save');
  const protocols = (['starttls', 'tls'] as const).map((value) => ({ value, label: t(`mailServer.protocol.${value}`) }));
  return (
    <form
      ref={fields}
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <Card title={t('mailServer.sender')}>
        <div className="settings-fields">
          <TextInput
            label={t('mailServer.name')}
            description={t('mailServer.name.text')}
            inputWrapperOrder={fieldOrder}
            value={draft.name}
            maxLength={120}
            onChange={(event) => form.set('name', event.currentTarget.value)}
            error={form.getError('name')}
            autoComplete="off"
          />
          <TextInput
            label={t('mailServer.email')}
            type="email"
            value={draft.email}
            maxLength={254}
            onChange={(event) => form.set('email', event.currentTarget.value)}
            error={form.getError('email')}
            autoComplete="off"
          />
        </div>
      </Card>
      <Card title={t('mailServer.server')}>
        <div className="settings-fields">
          <TextInput
            className="wide"
            label={t('mailServer.host')}
            description={t('mailServer.host.text')}
            inputWrapperOrder={fieldOrder}
            value={draft.host}
            maxLength={253}
            onChange={(event) => form.set('host', event.currentTarget.value)}
            error={form.getError('host')}
            autoComplete="off"
            spellCheck={false}
          />
          <Select
            label={t('mailServer.protocol')}
            data={draft.protocol === 'none' ? [...protocols, { value: 'none', label: t('mailServer.protocol.none') }] : protocols}
            value={draft.protocol}
            onChange={(next) => (next === 'tls' || next === 'starttls') && form.set('protocol', next)}
            allowDeselect={false}
            error={form.getError('protocol')}
          />
          <NumberInput
            label={t('mailServer.port')}
            value={draft.port ?? ''}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            thousandSeparator=""
            onChange={(next) => form.set('port', typeof next === 'number' ? next : null)}
            error={form.getError('port')}
          />
          <TextInput
            className="wide"
            label={
              <>
                {t('mailServer.user')} <span className="muted">{t('ui.form.optional')}</span>
              </>
            }
            description={t('mailServer.user.text')}
            inputWrapperOrder={fieldOrder}
            value={draft.user}
            maxLength={254}
            onChange={(event) => form.set('user', event.currentTarget.value)}
            error={form.getError('user')}
            autoComplete="off"
          />
          <Secret form={form} server={server} />
        </div>
        <div className="settings-actions">
          <Button loading={form.busy === 'test'} onClick={() => void form.test()}>
            {t('mailServer.test')}
          </Button>
          {server && (
            <span className="small muted">
              {server.verifiedAt
                ? t('mailServer.verified', { at: formatDateTime(language, new Date(server.verifiedAt), zone) })
                : t('mailServer.unverified')}
            </span>
          )}
        </div>
        <Outcome form={form} />
      </Card>
      <Card title={t('mailServer.tabs')}>
        <SwitchRow
          label={t('mailServer.enabled')}
          text={t('mailServer.enabled.text')}
          checked={draft.enabled}
          onChange={(on) => form.set('enabled', on)}
        />
        <div className="settings-fields">
          <NumberInput
            label={t('mailServer.bulk')}
            description={t('mailServer.bulk.text', rateRange(language))}
            inputWrapperOrder={fieldOrder}
            value={draft.bulkPerSecond}
            decimalScale={1}
            decimalSeparator={getDecimalSeparator(language)}
            hideControls
            onChange={(next) => form.set('bulkPerSecond', next)}
            error={form.getError('bulkPerSecond')}
          />
        </div>
        {server && (
          <div className="settings-actions">
            <Button loading={form.busy === 'remove'} onClick={() => void form.remove()}>
              {t('mailServer.remove')}
            </Button>
          </div>
        )}
      </Card>
      <SaveBar
        changes={form.changes}
        errors={form.errors}
        saving={form.busy === 'save'}
        onSave={() => void form.save()}
        onDiscard={form.reset}
      />
    </form>
  );
}
