import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCircleCheck, IconCircleX, IconPlayerPlay } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { indentXml } from './indent-xml.ts';
import { type OneSaml, refreshSaml, testQuery } from './queries.ts';

type Props = {
  app: OneSaml;
  /** The app was saved outside of its form: the form continues on that version. */
  onVersion: (version: number) => void;
  /** Leads to the field of the e-mail domains. */
  onDomains: () => void;
};

const personFields = ['subject', 'email', 'name', 'phone', 'department', 'position'] as const;

function Document({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className="saml-document" tabIndex={0}>
        {indentXml(text)}
      </pre>
    </details>
  );
}

/** Puts a tested app on the sign-in page. */
function Activate({ app, onVersion }: Pick<Props, 'app' | 'onVersion'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { save, busy, problem } = useSave();
  const activate = () =>
    save(async () => {
      const { version } = await call('POST /api/auth/saml/change/status', { id: app.id, status: 'A' });
      onVersion(version);
      toast.success(t('saml.done.A', { name: app.name }));
      refreshSaml(client);
    });
  return (
    <>
      <div>
        <Button icon={IconPlayerPlay} loading={busy} onClick={() => void activate()}>
          {t('saml.action.activate')}
        </Button>
      </div>
      {problem && <Notice tone="err">{problem.text}</Notice>}
    </>
  );
}

/** The domain of an address that the app neither links nor adds anyone by. */
function getOutside({ domains }: OneSaml, email: string | null): string | null {
  const domain = email?.split('@').at(-1)?.toLowerCase();
  return domain && !domains.some((each) => each.toLowerCase() === domain) ? domain : null;
}

function Result({ ticket, app, onVersion, onDomains }: Props & { ticket: string }) {
  const { t } = useTranslation();
  const { data: result } = useSuspenseQuery(testQuery(ticket));
  const { person } = result;
  const active = app.status === 'A';
  const outside = person ? getOutside(app, person.email) : null;
  const good = !active ? 'saml.test.good' : outside ? 'saml.test.goodLinked' : 'saml.test.goodActive';
  return (
    <>
      <Notice tone={result.ok ? 'ok' : 'err'} live>
        {t(result.ok ? good : 'saml.test.bad')}
      </Notice>
      {result.ok && outside && (
        <Notice tone="warn" action={<Button onClick={onDomains}>{t('saml.test.domains')}</Button>}>
          {t('saml.test.outside', { domain: outside })}
        </Notice>
      )}
      {result.ok && !active && <Activate app={app} onVersion={onVersion} />}
      <h3 className="saml-part">{t('saml.test.checks')}</h3>
      <ul className="plain-list saml-checks">
        {result.checks.map(({ name, ok, detail }) => (
          <li key={name} className={ok ? 'saml-check-ok' : 'saml-check-bad'}>
            {ok ? <IconCircleCheck size={18} aria-hidden="true" /> : <IconCircleX size={18} aria-hidden="true" />}
            <div>
              <p>
                {t(`saml.check.${name}`)}
                <VisuallyHidden>: {t(ok ? 'saml.test.passed' : 'saml.test.refused')}</VisuallyHidden>
              </p>
              <p className="small muted saml-break">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
      {person && (
        <>
          <h3 className="saml-part">{t('saml.test.person')}</h3>
          <dl className="saml-own">
            {personFields.map((field) => (
              <div key={field}>
                <dt>{t(`saml.map.${field}`)}</dt>
                <dd>{person[field] || '–'}</dd>
              </div>
            ))}
            <div>
              <dt>{t('saml.map.groups')}</dt>
              <dd>{person.groups.join(', ') || '–'}</dd>
            </div>
            <div>
              <dt>{t('saml.test.profile')}</dt>
              <dd>{t('saml.profile.user')}</dd>
            </div>
          </dl>
        </>
      )}
      {result.attributes.length > 0 && (
        <details>
          <summary>{t('saml.test.attributes')}</summary>
          <dl className="saml-own">
            {result.attributes.map(({ name, values }) => (
              <div key={name}>
                <dt className="saml-break">{name}</dt>
                <dd className="saml-break">{values.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {result.assertion && <Document title={t('saml.test.assertion')} text={result.assertion} />}
      <Document title={t('saml.test.document')} text={result.document} />
    </>
  );
}

/** A test sign-in and its result: every check in words. */
export function TestPanel({ ticket, ...props }: Props & { ticket: string | undefined }) {
  const { app } = props;
  const { t } = useTranslation();
  const { save, busy, problem } = useSave();
  const start = () =>
    save(async () => {
      const { url } = await call('POST /api/auth/saml/test', { id: app.id });
      location.assign(url);
    });
  return (
    <div className="saml-stack">
      <p className="muted">{t(app.status === 'A' ? 'saml.test.textActive' : 'saml.test.text')}</p>
      <div>
        <Button kind="primary" icon={IconPlayerPlay} loading={busy} onClick={() => void start()}>
          {t('saml.test.start')}
        </Button>
      </div>
      {problem && <Notice tone="err">{problem.text}</Notice>}
      {ticket !== undefined && (
        <Reading failure={() => <Notice tone="warn">{t('saml.test.gone')}</Notice>}>
          <Result ticket={ticket} {...props} />
        </Reading>
      )}
    </div>
  );
}
