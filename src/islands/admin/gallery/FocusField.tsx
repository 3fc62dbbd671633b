import { type PointerEvent, useState } from 'react';
import type { FocusPoint } from '#contracts/gallery';
import { say } from '#browser/say';
import { resizedPicture } from '#lib/resized-picture';
import { admin } from './gallery-admin.ts';
import type { OpenItem } from './item-edit.ts';

const { setFocus } = admin.editing;
const MIDDLE: FocusPoint = { x: 50, y: 50 };
/** The gallery's frames: width divided by height. */
const FRAME = 16 / 9;

/** Chooses the part of a picture that frames keep in sight, by a finger or by two sliders. */
export function FocusField({ mine: { file, focus } }: OpenItem) {
  const { mediaType, mediaUrl, posterUrl } = file;
  const picture = mediaType === 'video' ? posterUrl : mediaUrl;
  if (!picture) return null;
  const point = focus ?? MIDDLE;
  const slider = (axis: 'x' | 'y', label: string) => (
    <label className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-3 text-sm">
      <span>{label}</span>
      <input
        className="min-h-11 w-full accent-lagoon"
        type="range"
        min={0}
        max={100}
        step={1}
        value={point[axis]}
        aria-valuetext={say('{count} percent', { count: point[axis] })}
        onChange={({ target }) => setFocus({ ...point, [axis]: target.valueAsNumber })}
      />
    </label>
  );
  return (
    <details className="col-span-full">
      <summary className="link flex min-h-11 w-fit cursor-pointer items-center text-sm">
        {say('Choose what stays in sight')}
      </summary>
      <p className="help mb-2" id="focus-help">
        {say('The gallery shows every picture in a 16:9 frame. Press what must not be cut off.')}
      </p>
      <WholePicture picture={picture} point={point} />
      <fieldset className="mt-2 max-w-100 border-0 p-0" aria-describedby="focus-help">
        <legend className="sr-only">{say('Focus point')}</legend>
        {slider('x', say('Left to right'))}
        {slider('y', say('Top to bottom'))}
      </fieldset>
      <button
        className="link min-h-11 text-sm disabled:text-mute disabled:no-underline"
        type="button"
        disabled={!focus}
        onClick={() => setFocus(null)}
      >
        {say('Back to the middle')}
      </button>
    </details>
  );
}

/** For pointers of any kind. The sliders serve the keyboard and screen readers. */
function WholePicture({ picture, point }: { picture: string; point: FocusPoint }) {
  /** Width divided by height, once loaded. */
  const [shape, setShape] = useState<number>();
  const take = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setFocus({ x: share(clientX - left, width), y: share(clientY - top, height) });
  };
  return (
    <div
      className="focus-picture relative w-fit max-w-full cursor-crosshair touch-none overflow-hidden select-none"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        take(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && take(event)}
    >
      <img
        className="h-auto max-h-[min(18rem,45dvh)] w-auto"
        alt=""
        src={resizedPicture(picture, 900)}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setShape(naturalWidth / naturalHeight)}
      />
      {shape && (
        <i
          className="focus-kept pointer-events-none absolute shadow-[0_0_0_200vmax_rgb(22_27_29/0.6)]"
          style={keptOf(shape, point)}
        />
      )}
      <b
        className="pointer-events-none absolute -m-3 size-6 rounded-[50%] border-3 border-paper bg-lagoon"
        style={{ left: `${point.x}%`, top: `${point.y}%` }}
      />
    </div>
  );
}

const share = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 100);

/** The part of a picture inside a frame, in percent of the picture, as `object-position` places it. */
function keptOf(shape: number, { x, y }: FocusPoint) {
  const width = Math.min(1, FRAME / shape);
  const height = Math.min(1, shape / FRAME);
  const percent = (part: number) => `${part * 100}%`;
  return {
    width: percent(width),
    height: percent(height),
    left: percent((x / 100) * (1 - width)),
    top: percent((y / 100) * (1 - height)),
  };
}
