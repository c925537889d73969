/** The waveform of a recording, with a marker for each moment that the analysis names. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import WaveSurfer from "wavesurfer.js";
import RegionsPlugin from "wavesurfer.js/dist/plugins/regions.esm.js";
import { pageNonce } from "../../ui/page-nonce.ts";
import type { Moment } from "./moments.ts";
import { type Player, usePlayer } from "./player.ts";

const heightPx = 72;

/** Says when the system's theme changes. The page's style follows it by itself; what a script draws is drawn anew. */
const darkTheme = matchMedia("(prefers-color-scheme: dark)");

/** Without a recording there is a line of this many equal bars. */
const flatBars = 4_000;

/** The waveform. It tells its player where it is, and does what the player says. */
export function Waveform({
  recording,
  durationSeconds,
  moments,
  onUnreadable,
}: {
  /** Null when the service does not have it. */
  recording: Blob | null;
  durationSeconds: number;
  moments: readonly Moment[];
  /** Called when the recording is of a kind that this browser cannot play. */
  onUnreadable: () => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const player = usePlayer();
  const isDark = useSyncExternalStore(followTheme, () => darkTheme.matches);
  useEffect(() => {
    if (!container.current) return;
    const wave = drawWaveform(container.current, { recording, durationSeconds, moments, isDark });
    follow(wave, player, { hasSound: recording !== null });
    wave.on("error", () => onUnreadable());
    return () => {
      player.connect(undefined);
      wave.destroy();
    };
  }, [recording, durationSeconds, moments, isDark, player, onUnreadable]);
  // A picture: the slider below it says the same to everybody.
  return <div ref={container} aria-hidden className="min-w-0" style={{ height: heightPx }} />;
}

function followTheme(listener: () => void): () => void {
  darkTheme.addEventListener("change", listener);
  return () => darkTheme.removeEventListener("change", listener);
}

/** Lets the player drive the waveform, and tells the player where it is. */
function follow(wave: WaveSurfer, player: Player, { hasSound }: { hasSound: boolean }): void {
  wave.on("play", () => player.update({ isPlaying: true }));
  wave.on("pause", () => player.update({ isPlaying: false }));
  wave.on("timeupdate", (seconds) => player.update({ seconds }));
  wave.on("interaction", (seconds) => player.seek(seconds));
  wave.once("ready", () => {
    const { seconds } = player.get();
    const sound = hasSound ? wave.getMediaElement() : null;
    if (!sound) {
      wave.setTime(seconds);
      return;
    }
    // Not by `wave.setTime()`: a jump during another jump would be lost.
    if (seconds > 0) sound.currentTime = seconds;
    player.connect({
      play: () => void wave.play().catch(() => {}),
      pause: () => wave.pause(),
      seek: (position) => {
        sound.currentTime = position;
      },
    });
  });
}

interface DrawOptions {
  recording: Blob | null;
  durationSeconds: number;
  moments: readonly Moment[];
  /** The colours are read from the page, which has changed them by then. */
  isDark: boolean;
}

function drawWaveform(container: HTMLElement, { recording, durationSeconds, moments }: DrawOptions) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const regions = RegionsPlugin.create();
  const wave = WaveSurfer.create({
    container,
    height: heightPx,
    barWidth: 2,
    barGap: 2,
    barRadius: 2,
    barMinHeight: 2,
    waveColor: colour("control"),
    progressColor: colour("accent"),
    cursorColor: colour("ink"),
    cursorWidth: 1,
    hideScrollbar: true,
    cspNonce: pageNonce(),
    plugins: [regions],
    ...(recording
      ? { normalize: true }
      : { peaks: [new Float32Array(flatBars).fill(0.02)], duration: durationSeconds }),
  });
  wave.on("decode", () => {
    for (const { seconds } of moments)
      regions.addRegion({ start: seconds, drag: false, resize: false, color: colour("warn") });
  });
  // As a Blob, for the policy of the page allows no request to an address of one. Its errors are events too.
  if (recording) wave.loadBlob(recording).catch(() => {});
  return wave;
}
