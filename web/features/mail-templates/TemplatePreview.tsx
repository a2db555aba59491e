import { useState } from 'react';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconDeviceDesktop, IconDeviceMobile, IconEye, IconMailForward } from '../../ui/icons.ts';
import { NestedHtml } from '../../ui/NestedHtml.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { TestResult } from './use-template-form.ts';

type Input = CallInput<'POST /api/auth/mail-templates/{kind}/preview'>;
type Mail = CallOutput<'POST /api/auth/mail-templates/{kind}/preview'>;
/** `problems`: what keeps the draft from being sent. */
type Props = { input: () => Input; problems: readonly string[]; onInvalid: () => void };

/** The draft as the mail that it makes, with example values, and a test of it to the user's own address. */
export function TemplatePreview({ input, problems, onInvalid }: Props) {
  const { t } = useTranslation();
  const [mail, setMail] = useState<Mail | null>(null);
  const [result, setResult] = useState<TestResult | null>(null);
  const [size, setSize] = useState<'wide' | 'phone'>('wide');
  const preview = useSave({ refusal: 'toast' });
  const test = useSave({ refusal: 'toast' });
  const [isRefused, setRefused] = useState(false);
  const run = (work: () => Promise<unknown>, by: typeof test) => {
    setRefused(problems.length > 0);
    if (problems.length > 0) onInvalid();
    else void by.save(work);
  };
  return (
    <section className="card card-pad templates-preview" aria-labelledby="templates-preview">
      <div className="row templates-preview-head">
        <h2 id="templates-preview">{t('templates.preview')}</h2>
        <span className="push" />
        <Segmented
          label={t('templates.preview.size')}
          iconsOnly
          segments={[
            { value: 'wide', label: t('templates.preview.wide'), icon: IconDeviceDesktop },
            { value: 'phone', label: t('templates.preview.phone'), icon: IconDeviceMobile },
          ]}
          value={size}
          onChange={setSize}
        />
      </div>
      <p className="small muted">{t('templates.preview.text')}</p>
      <div className="row templates-tools">
        <Button
          icon={IconEye}
          loading={preview.busy}
          onClick={() => run(async () => setMail(await call('POST /api/auth/mail-templates/{kind}/preview', input())), preview)}
        >
          {t(mail ? 'templates.preview.again' : 'templates.preview.show')}
        </Button>
        <Button
          icon={IconMailForward}
          loading={test.busy}
          onClick={() => run(async () => setResult(await call('POST /api/auth/mail-templates/{kind}/test', input())), test)}
        >
          {t('templates.test')}
        </Button>
      </div>
      {isRefused && problems.length > 0 && (
        <Notice tone="err" live>
          {problems.join(' ')}
        </Notice>
      )}
      {result && (
        <Notice tone={result.sent ? 'ok' : 'err'} live>
          {t(result.sent ? 'templates.test.sent' : 'templates.test.failed', { address: result.to })} {result.answer}
        </Notice>
      )}
      {mail && (
        <div className="templates-mail" data-size={size}>
          <p className="templates-mail-subject">
            <span className="small muted">{t('templates.field.subject')}</span> <b>{mail.subject}</b>
          </p>
          <NestedHtml title={t('templates.preview')} html={mail.html} />
        </div>
      )}
    </section>
  );
}
