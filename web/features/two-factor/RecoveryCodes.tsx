import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { downloadFile } from '../../ui/download.ts';
import { IconDownload, IconPrinter } from '../../ui/icons.ts';
import './two-factor.css';

/** Ten recovery codes, shown only once, with ways to save them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation();
  const text = `${t('factor.codes.title')} · ${location.host}\n\n${codes.join('\n')}\n`;
  return (
    <div className="factor-codes">
      <ul aria-label={t('factor.codes.list')} className="plain-list factor-code-list">
        {codes.map((code) => (
          <li key={code} className="num">
            {code}
          </li>
        ))}
      </ul>
      <div className="row row-wrap factor-keep">
        <CopyButton text={codes.join('\n')} boxed>
          {t('factor.codes.copy')}
        </CopyButton>
        <Button
          size="s"
          icon={IconDownload}
          onClick={() => downloadFile(`${t('factor.codes.file')}.txt`, text, 'text/plain;charset=utf-8')}
        >
          {t('factor.codes.download')}
        </Button>
        <Button size="s" icon={IconPrinter} onClick={() => print()}>
          {t('factor.codes.print')}
        </Button>
      </div>
      <Button kind="login" size="l" block onClick={onKept}>
        {t('factor.codes.kept')}
      </Button>
    </div>
  );
}
