import { DAY, MINUTE } from '#lib/time/units';
/** Degrees; north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Degrees. `altitude` above the horizon, as the air bends it; `azimuth` clockwise from north. */
export interface SunPosition {
  readonly altitude: number;
  readonly azimuth: number;
}

const { PI, acos, asin, cos, max, min, sin, tan } = Math;
const inRadians = (degrees: number) => (degrees * PI) / 180;
const inDegrees = (radians: number) => (radians * 180) / PI;
const within = (value: number, limit: number) => ((value % limit) + limit) % limit;

/** Where the sun stands at an instant (ms since the epoch): NOAA's equations (gml.noaa.gov/grad/solcalc/calcdetails.html). */
export function sunAt({ latitude, longitude }: Place, instant: number): SunPosition {
  const { declination, equationOfTime } = sunFromEarth(instant);
  const solarMinutes = within(instant / MINUTE + equationOfTime + 4 * longitude, 1440);
  const hourAngle = solarMinutes / 4 - 180;
  const [lat, dec] = [inRadians(latitude), inRadians(declination)];
  const cosZenith = sin(lat) * sin(dec) + cos(lat) * cos(dec) * cos(inRadians(hourAngle));
  const zenith = acos(max(-1, min(1, cosZenith)));
  const cosAzimuth = (sin(lat) * cos(zenith) - sin(dec)) / (cos(lat) * sin(zenith));
  const fromSouth = inDegrees(acos(max(-1, min(1, cosAzimuth))));
  const altitude = 90 - inDegrees(zenith);
  return {
    altitude: altitude + refraction(altitude),
    azimuth: within(hourAngle > 0 ? 180 + fromSouth : 180 - fromSouth, 360),
  };
}

/** The sun's declination in degrees, and how far a sundial is ahead of a clock in minutes. */
function sunFromEarth(instant: number): { declination: number; equationOfTime: number } {
  /** Julian centuries since 2000. */
  const century = (instant / DAY + 2_440_587.5 - 2_451_545) / 36_525;
  const longitude = 280.46646 + century * (36_000.76983 + century * 0.0003032);
  const anomaly = inRadians(357.52911 + century * (35_999.05029 - 0.0001537 * century));
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const center =
    sin(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * century) +
    sin(3 * anomaly) * 0.000289;
  const node = inRadians(125.04 - 1934.136 * century);
  const apparent = inRadians(longitude + center - 0.00569 - 0.00478 * sin(node));
  const seconds = 21.448 - century * (46.815 + century * (0.00059 - century * 0.001813));
  const obliquity = inRadians(23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node));
  const y = tan(obliquity / 2) ** 2;
  const mean = inRadians(longitude);
  const equation =
    y * sin(2 * mean) -
    2 * eccentricity * sin(anomaly) +
    4 * eccentricity * y * sin(anomaly) * cos(2 * mean) -
    0.5 * y * y * sin(4 * mean) -
    1.25 * eccentricity * eccentricity * sin(2 * anomaly);
  return {
    declination: inDegrees(asin(sin(obliquity) * sin(apparent))),
    equationOfTime: 4 * inDegrees(equation),
  };
}

/** How far the air lifts the sun, in degrees. */
function refraction(altitude: number): number {
  if (altitude > 85) return 0;
  const slope = tan(inRadians(altitude));
  if (altitude > 5) return (58.1 / slope - 0.07 / slope ** 3 + 0.000086 / slope ** 5) / 3600;
  if (altitude <= -0.575) return -20.772 / slope / 3600;
  return (1735 + altitude * (-518.2 + altitude * (103.4 + altitude * (-12.79 + altitude * 0.711)))) / 3600;
}
