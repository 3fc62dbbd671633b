/** The sun behind a blind, on a grid of 32. Drawn without a clip path: the mark stands twice on a page, and an id may not. */
export const logoMark =
  'M3.19 8.2A15 15 0 0 1 28.81 8.2zM2.25 10H29.75A15 15 0 0 1 30.99 15.4H1.01A15 15 0 0 1 2.25 10zM1.09 17.6H30.91A15 15 0 0 1 30.07 21.2H1.93A15 15 0 0 1 1.09 17.6zM3.19 23.8H28.81A15 15 0 0 1 27.18 26H4.82A15 15 0 0 1 3.19 23.8zM8.52 29H23.48A15 15 0 0 1 20.83 30.2H11.17A15 15 0 0 1 8.52 29z';
