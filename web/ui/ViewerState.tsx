import type { ReactNode } from 'react';
import { ProgressBar } from './ProgressBar.tsx';
import { Ridges } from './Ridges.tsx';
import { useTheme } from './UiProvider.tsx';
import './ViewerState.css';

type Props = {
  title: string;
  /** The cause. */
  cause: ReactNode;
  /** What happens next. */
  next?: ReactNode;
  /** At most two. */
  actions?: ReactNode;
  progress?: { value: number; label: string; left?: ReactNode; right?: ReactNode };
  /** The title is the page's h1 where there is no other. */
  heading?: 'h1' | 'h2';
  seed?: string;
};

/** Shown in a report's place: the landscape at dusk and a card. With a progress value the sun rises. */
export function ViewerState({ title, cause, next, actions, progress, heading: Heading = 'h2', seed = 'wake4' }: Props) {
  const { loginBackground, sun } = useTheme();
  return (
    <div className="viewer-state">
      <div className="viewer-state-land">
        <Ridges
          seed={seed}
          base={loginBackground}
          mode="dusk"
          width={1380}
          height={760}
          layers={7}
          horizon={0.62}
          sun={sun}
          sunX={0.5}
          sunRise={progress ? progress.value : 1}
        />
      </div>
      <section className="viewer-state-card" role="status">
        <Heading
          id={Heading === 'h1' ? 'page-title' : undefined}
          tabIndex={Heading === 'h1' ? -1 : undefined}
          className="viewer-state-title"
        >
          {title}
        </Heading>
        <p className="muted">{cause}</p>
        {next && <p className="muted">{next}</p>}
        {progress && (
          <div className="viewer-state-progress">
            <ProgressBar value={progress.value} label={progress.label} />
            <div className="row small num">
              <span>{progress.left}</span>
              <span className="push muted">{progress.right}</span>
            </div>
          </div>
        )}
        {actions && <div className="viewer-state-actions">{actions}</div>}
      </section>
    </div>
  );
}
