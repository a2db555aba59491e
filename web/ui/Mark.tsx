import { Ridges } from './Ridges.tsx';
import { useTheme } from './UiProvider.tsx';
import './Mark.css';

/** The tenant's mark: its icon, or a small landscape in its sign-in colour. Decorative; the name is beside it. */
export function Mark({ size = 30 }: { size?: number }) {
  const { icon, loginBackground, sun } = useTheme();
  return (
    <span className="mark" style={{ width: size, height: size, borderRadius: size * 0.27 }} aria-hidden="true">
      {icon ? (
        <img src={`/storage/${encodeURIComponent(icon)}`} alt="" width={size} height={size} />
      ) : (
        <Ridges seed="mark5" base={loginBackground} mode="own" width={60} height={60} layers={3} horizon={0.5} sun={sun} sunX={0.66} />
      )}
    </span>
  );
}
