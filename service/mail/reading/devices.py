"""The line that phones and mail programmes add, "Sent from my iPhone", in whatever language.

The name of a device or a programme is the same everywhere; beside it stands a word for sending or getting.
"""

from service.mail.reading.limits import LONGEST_DEVICE_LINE

_NAMES = (
    *("iphone", "ipad", "ipod", "android", "galaxy", "samsung", "xiaomi", "redmi", "huawei", "oneplus", "oppo"),
    *("pixel", "motorola", "nokia", "blackberry", "windows phone", "outlook", "bluemail", "blue mail", "k-9"),
    *("fairemail", "thunderbird", "superhuman", "aqua mail", "airmail", "mailspring", "fastmail", "tutanota"),
    *("tuta", "proton", "mail for windows", "windows mail", "yahoo", "gmx", "web.de", "mail.ru", "яндекс"),
    *("yandex", "icloud", "gmail", "mobile mail", "zoho", "mymail"),
)
_SENDING = (
    *("sent from", "sent via", "sent with", "sent using", "sent by", "sent on", "get ", "download", "gesendet"),
    *("gesandt", "geschickt", "beziehen", "holen", "envoy", "téléchargez", "télécharger", "obten", "obtén"),
    *("obter", "enviad", "enviat", "descarg", "inviat", "scarica", "ottieni", "verzonden", "verstuurd"),
    *("downloaden", "skicka", "hämta", "sendt", "hent ", "lähetetty", "hanki", "wysłan", "pobierz", "odeslán"),
    *("odoslan", "získa", "získe", "poslan", "poslat", "preuzm", "küld", "beszerz", "letölt", "trimis", "obțin"),
    *("gönder", "edinin", "indir", "saadet", "nosūtīt", "išsiųst", "gửi", "tải", "dikirim", "dihantar"),
    *("dapatkan", "отправлен", "скача", "надіслан", "відправлен", "отрима", "изпратен", "послат", "στάλθηκε"),
    *("εστάλη", "απεστάλη", "λήψη", "נשלח", "הורד", "השג", "إرسال", "ارسال", "مرسل", "أرسل", "الحصول", "فرستاده"),
    *("भेजा", "प्राप्त", "পাঠানো", "ส่งจาก", "รับ outlook", "送信", "入手", "发送", "发自", "傳送", "發自"),
    *("寄自", "寄件", "获取", "取得", "下載", "下载", "보냄", "보낸", "다운로드", "받기"),
)


def is_device_line(line: str) -> bool:
    """Whether a phone or a mail programme added this line."""
    if len(line) > LONGEST_DEVICE_LINE or "//" in line.partition("://")[0]:
        return False
    folded = line.casefold().replace("ُ", "")
    return any(name in folded for name in _NAMES) and any(word in folded for word in _SENDING)
